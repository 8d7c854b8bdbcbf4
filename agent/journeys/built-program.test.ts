import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { buildOnce } from "./built.fixture.ts";
import { newHome } from "./tmux.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Runs Node in the project's folder to its end. */
function node(args: string[], env: Record<string, string>) {
  return spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8", timeout: 60_000 });
}

test("the program as it is built reads, writes and keeps its log like its source", {
  timeout: 120_000,
}, async (t) => {
  const { env, state } = newHome(t);
  buildOnce();
  const outpost = (...args: string[]) => node(["dist/outpost.js", ...args], env);

  const made = outpost(
    "demo",
    "ask",
    "create a fileset called projects on fs1",
    "--approve",
    "fileset_create",
  );
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /Created projects, linked at \/gpfs\/fs1\/projects/);
  const tonight = outpost("demo", "ask", "what can I image tonight?");
  assert.equal(tonight.status, 0, tonight.stderr);
  assert.match(tonight.stdout, /^1\. .* at (SSO|UDRO|DSC|SRO|AC|EYE), .*Score \d+/m);

  // Letters beyond ASCII in patterns and pages of the program itself are what they are in its source.
  const curly = outpost("demo", "ask", "what’s the weather at SSO?");
  assert.match(curly.stdout, /SSO is (SAFE|UNSAFE)/, curly.stderr);

  const demoState = { ...env, OUTPOST_STATE_DIR: join(state, "demo") };
  const verified = node(["dist/outpost.js", "audit", "verify"], demoState);
  assert.equal(verified.status, 0, verified.stderr);
  assert.match(verified.stdout, /whole/);
  assert.match(outpost("--version").stdout, /^\d+\.\d+\.\d+/);
  // What it needs for its certificate comes from packages of the older format.
  const listen = ["--listen", "0.0.0.0:0", "--shelf", join(state, "shelf")];
  const said = await firstWords(["dist/outpost.js", "device", "--tone", ...listen], env);
  assert.match(said, /https:\/\/[\w.:[\]]+:\d+\/api\/v1[\s\S]*SHA-256\s+([0-9A-F]{2}:){31}/);
});

/** What Node says first on standard output; then it is asked to end. */
async function firstWords(args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "close");
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  await Promise.race([once(child.stdout, "data"), exited]);
  child.kill("SIGTERM");
  await exited;
  return said;
}
