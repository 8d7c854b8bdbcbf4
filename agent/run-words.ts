import { parseCommandLine } from "./command-line.ts";
import { demo } from "./commands/demo.ts";
import { COMMANDS } from "./commands/index.ts";
import { print, type World } from "./world.ts";

/** Runs the words after `outpost`. Resolves with the exit code; what goes wrong is thrown as HubError. */
export async function runWords(words: readonly string[], world: World): Promise<number> {
  const within = wordsOfDemo(words);
  if (within) return demo.run({ words: within }, world, runWords);
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
  if (first !== "demo" || rest.length === 0 || rest[0]?.startsWith("--help")) return undefined;
  return rest[0] === "--" ? rest.slice(1) : rest;
}
