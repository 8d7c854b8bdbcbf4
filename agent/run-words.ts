import { print, type World } from "./world.ts";

/** Runs the words after `outpost`. Resolves with the exit code; what goes wrong is thrown as HubError. */
export async function runWords(words: readonly string[], world: World): Promise<number> {
  // A conversation starts with a paint that a person waits for: it does without the command line.
  if (words.length === 0 || words.join(" ") === "chat") {
    const { chat } = await import("./commands/chat.ts");
    return chat.run({ plain: false, approve: [] }, world, runWords);
  }
  const within = wordsOfDemo(words);
  if (within) {
    const { demo } = await import("./commands/demo.ts");
    return demo.run({ words: within }, world, runWords);
  }
  const [{ parseCommandLine }, { COMMANDS }] = await Promise.all([
    import("./command-line.ts"),
    import("./commands/index.ts"),
  ]);
  const columns = Math.min(100, world.stdout.columns ?? 80);
  const parsed = parseCommandLine(words, COMMANDS, columns);
  if (parsed.kind === "print") {
    print(world, parsed.text);
    return 0;
  }
  const { command, args, envFile } = parsed;
  return command.run(args, envFile === undefined ? world : { ...world, envFile }, runWords);
}

/** What follows `demo` is a command line of its own, so its flags are not flags of `demo`. */
function wordsOfDemo(words: readonly string[]): readonly string[] | undefined {
  const [first, ...rest] = words;
  if (first !== "demo" || rest[0]?.startsWith("--help")) return undefined;
  return rest[0] === "--" ? rest.slice(1) : rest;
}
