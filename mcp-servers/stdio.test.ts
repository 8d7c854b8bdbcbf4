import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("./shelf-stdio.fixture.ts", import.meta.url));
const HELLO = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
})}\n`;

/** A server process that has answered its first request. */
async function started() {
  const child = spawn(process.execPath, ["--import", "tsx", ENTRY], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
  const log = text(child.stderr);
  child.stdin.on("error", () => undefined);
  child.stdin.write(HELLO);
  await once(child.stdout, "data");
  return { child, out, log };
}

async function endsWithin2s(child: ChildProcess, end: () => void): Promise<number | null> {
  const since = performance.now();
  const gone = once(child, "exit");
  end();
  const [code] = await gone;
  const ms = performance.now() - since;
  assert.ok(ms < 2000, `took ${ms} ms`);
  return code;
}

test("standard output carries the protocol alone, and the end of input ends the process", async () => {
  const { child, out } = await started();
  assert.equal(await endsWithin2s(child, () => child.stdin.end()), 0);
  const lines = out.join("").trimEnd().split("\n");
  for (const line of lines) assert.equal(JSON.parse(line).jsonrpc, "2.0", line);
  assert.ok(lines.length >= 1);
});

for (const [signal, expected] of [
  ["SIGTERM", 0],
  ["SIGHUP", 0],
  ["SIGINT", 130],
] as const)
  test(`${signal} ends the process`, async () => {
    const { child } = await started();
    assert.equal(await endsWithin2s(child, () => child.kill(signal)), expected);
  });

test("a broken pipe ends the process", async () => {
  const { child } = await started();
  await endsWithin2s(child, () => {
    child.stdout.destroy();
    child.stdin.write(HELLO.replace('"id":1', '"id":2'));
    child.stdin.write(HELLO.replace('"id":1', '"id":3'));
  });
});

test("a message that is no JSON-RPC is one line of the log, with nothing of it that a terminal obeys", async () => {
  const { child, log } = await started();
  child.stdin.end('{"jsonrpc":"2.0","id":{"a":1},"method":"ping","\\u001b[2Jx":1}\n');
  const [, said] = (await log).split("outpost mcp: ");
  assert.equal(
    said,
    "A message that is no JSON-RPC of this protocol was left without an answer.\n",
  );
});

test("a message beyond the limit ends the connection, not the machine", async () => {
  const { child } = await started();
  const code = await endsWithin2s(child, () => child.stdin.write("x".repeat(5 * 1024 * 1024)));
  assert.equal(code, 1);
});

test("a parent that was killed takes the server with it, even while somebody holds its input open", async () => {
  // `sleep` holds the server's input for longer than the server may live.
  const script = 'sleep 4 | "$0" --import tsx "$1"; :';
  const shell = spawn("sh", ["-c", script, process.execPath, ENTRY], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  await once(shell.stderr, "data");
  shell.stderr.resume();
  shell.stdout.resume();
  const closed = once(shell.stdout, "close");
  const since = performance.now();
  shell.kill("SIGKILL");
  await closed;
  const ms = performance.now() - since;
  assert.ok(ms < 2000, `the server outlived its parent by ${ms} ms`);
});
