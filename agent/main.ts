import { setFlagsFromString } from "node:v8";
import { letGoOfLostTerminal } from "./lost-terminal.ts";
import type { World } from "./world.ts";

const world: World = {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
  openTerminal: async () => (await import("./terminal.ts")).openControllingTerminal(),
  findRecorders: async (settings) =>
    (await import("./find-recorders.ts")).findNearbyRecorders(settings),
};
const words = process.argv.slice(2);

async function failed(thrown: unknown): Promise<number> {
  try {
    const { report } = await import("./report.ts");
    return report(thrown, process.stderr, process.env.OUTPOST_LOG === "debug");
  } catch {
    // A program that is replaced while it runs finds its parts no longer, this one among them. What fails here must
    // end: it would come back as uncaught, for ever.
    process.stderr.write(
      "outpost: The program's files are gone or were replaced. Start it again.\n",
    );
    return 1;
  }
}

letGoOfLostTerminal(process);
process.on("uncaughtException", (thrown) => {
  void failed(thrown).then((code) => process.exit(code));
});

/** `outpost mcp SYSTEM` is what clients start often, and what they wait for: it does without the command line. */
async function run(): Promise<number> {
  const said = words.join(" ");
  if (said === "mcp cluster" || said === "mcp portal") {
    // Every client starts one of its own: each of these saves 2 or 3 MiB in it, and costs no time worth measuring.
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--optimize-for-size");
    if (said === "mcp portal")
      return (await import("./commands/mcp-stdio-portal.ts")).servePortalOnStdio(world);
    return (await import("./commands/mcp-stdio.ts")).serveClusterOnStdio(world);
  }
  const { runWords } = await import("./run-words.ts");
  return runWords(words, world);
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", () => process.exit(process.exitCode ?? 0));

void run()
  .catch(failed)
  .then((code) => {
    process.exitCode = code;
    // Whatever still holds the process open has had its chance to close; what is written goes out first.
    process.stdout.write("", () => process.exit());
  });
