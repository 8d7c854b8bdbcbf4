import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";

// The full figures, for a closing note: `npm run prove [SEED [WORDS…]]`. Names the commit and the seed it ran with. With
// words, only those parts whose names hold one of them.
const seed = process.argv[2] ?? String(randomInt(2 ** 31));
const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
const commit = git("rev-parse", "--short", "HEAD") || "no commit";
const changed = git("status", "--porcelain") === "" ? "" : ", with uncommitted changes";

const tsx = [process.execPath, "--import", "tsx"];
/** Alone on the machine, and last. */
const BENCHMARKS = "benchmarks";
const PARTS: [name: string, command: string[]][] = [
  ["build", [process.execPath, ".ci/build.mjs"]],
  ["every test, none skipped", [...tsx, "--test-reporter=dot", ".ci/all-tests.ts"]],
  ["MCP conformance, both revisions", [...tsx, ".ci/conformance.ts"]],
  ["MCP Inspector, strict", [...tsx, ".ci/interop.ts"]],
  ["1,000 writes of three processes, kill -9 among them", [...tsx, ".ci/prove-audit.ts"]],
  ["fuzz of every tool, 60 s", [...tsx, ".ci/fuzz.ts", "60", seed]],
  ["fuzz of the portal's wrapper, 60 s", [...tsx, ".ci/fuzz-portal.ts", "60", seed]],
  ["fuzz of the recorder's device and server, 60 s", [...tsx, ".ci/fuzz-recorder.ts", "60", seed]],
  ["200 times kill -9 of the recorder", [...tsx, ".ci/prove-kills.ts", "200", seed]],
  [
    "uploads to three storage servers, killed on every side",
    [...tsx, ".ci/prove-uploads.ts", "30", seed],
  ],
  ["speech understood offline", [...tsx, ".ci/prove-speech.ts"]],
  ["a recorder's update over its API, and one rolled back", [...tsx, ".ci/prove-ota.ts"]],
  [BENCHMARKS, [...tsx, "bench/main.ts"]],
];

console.log(`commit ${commit}${changed}, seed ${seed}, Node ${process.version}\n`);
const failed: string[] = [];
const env = { ...process.env, OUTPOST_REQUIRE_ALL: "1" };

function isWanted(name: string): boolean {
  const words = process.argv.slice(3);
  return words.length === 0 || words.some((word) => name.includes(word));
}

function judge(name: string, status: number | null, began: number): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`-- ${status === 0 ? "ok" : `FAILED (${status})`}, ${seconds} s\n`);
  if (status !== 0) failed.push(name);
}

// Twenty minutes of speech take twenty minutes, and hardly any of the machine: they pass beside the other parts.
const spoken = { name: "a microphone to seven formats", began: performance.now() };
const [program = "", ...args] = [...tsx, ".ci/prove-chain.ts", "0"];
const said: Buffer[] = [];
let over: Promise<unknown[]> | undefined;
if (isWanted(spoken.name)) {
  const speaking = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
  for (const stream of [speaking.stdout, speaking.stderr])
    stream.on("data", (piece: Buffer) => said.push(piece));
  over = once(speaking, "exit");
}

for (const [name, [program = "", ...args]] of PARTS) {
  if (name === BENCHMARKS && over) {
    const [status] = (await over) as [number | null]; // as the event has it
    console.log(`== ${spoken.name}\n${Buffer.concat(said).toString("utf8")}`);
    judge(spoken.name, status, spoken.began);
  }
  if (!isWanted(name)) continue;
  console.log(`== ${name}`);
  const began = performance.now();
  const { status } = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"], env });
  judge(name, status, began);
}
console.log(
  failed.length === 0 ? `proved: ${commit}, seed ${seed}` : `failed: ${failed.join("; ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
