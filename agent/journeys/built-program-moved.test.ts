import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { buildOnce } from "./built.fixture.ts";
import { newHome } from "./tmux.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");
const LINES = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
];
const INPUT = LINES.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");

/** The built program in a folder of its own that nobody may write to, started by a link to it. */
function installed(t: TestContext) {
  const { env } = newHome(t);
  const place = join(env.HOME ?? "", "a place with spaces");
  const folder = join(place, "dist");
  mkdirSync(place);
  cpSync(buildOnce(), folder, { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
  const link = join(place, "outpost");
  symlinkSync(join(folder, "outpost.js"), link);
  const kept = readdirSync(folder).filter((name) => name.startsWith("compiled-mcp-"));
  return {
    folder,
    /** The file of compiled code that a start of the MCP server takes; none on a Node that keeps it by itself. */
    kept: kept.map((name) => join(folder, name)),
    mode: (mode: number) => chmodSync(folder, mode),
    /** Lists the tools as an MCP client does. */
    list() {
      const cluster = {
        CLUSTER_URL: "https://127.0.0.1:1",
        CLUSTER_USERNAME: "a",
        CLUSTER_PASSWORD: "b",
      };
      return spawnSync(process.execPath, [link, "mcp", "cluster"], {
        env: { ...env, ...cluster },
        cwd: place,
        input: INPUT,
        encoding: "utf8",
        timeout: 20_000,
      });
    },
  };
}

function assertLists(started: ReturnType<ReturnType<typeof installed>["list"]>, how: string) {
  assert.equal(started.status, 0, `${how}: ${started.stderr}`);
  assert.match(started.stdout, /"name":"cluster_summary"/, how);
  assert.equal(started.stderr, "", how);
}

suite("the built program, where it was put", () => {
  test("starts by a link, in a folder with spaces that nobody may write to", (t) => {
    const program = installed(t);
    program.mode(0o555);
    const started = program.list();
    program.mode(0o755);
    assertLists(started, "moved");
  });

  test("starts without its compiled code, and with one that is damaged in whatever way", (t) => {
    const program = installed(t);
    for (const file of program.kept) {
      const whole = readFileSync(file);
      const flipped = Buffer.from(whole);
      // Beyond the index, where only a sum can tell.
      for (let at = 20_000; at < flipped.length; at += 2_003) flipped[at] = ~(flipped[at] ?? 0);
      const index = Buffer.from(whole);
      index.fill(0x7b, 8, 40);
      for (const [how, bytes] of Object.entries({
        empty: whole.subarray(0, 0),
        "three bytes": whole.subarray(0, 3),
        "cut in its index": whole.subarray(0, 60),
        "cut in its code": whole.subarray(0, whole.length >> 1),
        "a spoiled index": index,
        "flipped bytes": flipped,
        "something else": Buffer.alloc(5_000, "no code at all\n"),
      })) {
        writeFileSync(file, bytes);
        assertLists(program.list(), how);
      }
    }
  });

  test("compiles a part that was changed after its code was kept", (t) => {
    const program = installed(t);
    const part = join(program.folder, "mcp-stdio.js");
    const text = readFileSync(part, "latin1");
    const title = "Outpost: the cluster";
    assert.ok(text.includes(title));
    // As long as before: V8 itself compares no more than that.
    writeFileSync(part, text.replaceAll(title, "Outpost: the CLUSTER"), "latin1");
    const started = program.list();
    assert.equal(started.status, 0, started.stderr);
    assert.match(started.stdout, /Outpost: the CLUSTER/);
  });

  test("a program whose parts are gone says so and ends", (t) => {
    const { folder } = installed(t);
    // What it takes in at its very start is there still: the rest goes a moment later.
    const main = readFileSync(join(folder, "main.js"), "utf8");
    const first = [...main.matchAll(/=require\("\.\/(part-\w+\.js)"\)/g)].map(([, name]) => name);
    for (const name of readdirSync(folder))
      if (name.startsWith("part-") && !first.includes(name)) rmSync(join(folder, name));
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "outpost.js"), "tools"], {
      encoding: "utf8",
      timeout: 20_000,
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /files are gone or were replaced\. Start it again/);
  });
});
