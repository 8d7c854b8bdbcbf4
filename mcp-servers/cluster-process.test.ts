import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { serveSimulator } from "../tools/cluster/simulator/serve.ts";
import { approve, findPending } from "../tools/kit/approvals.ts";
import { verifyAudit } from "../tools/kit/audit-verify.ts";
import { setPin } from "../tools/kit/pin.ts";
import { openState } from "../tools/kit/state.ts";
import { settingsFor } from "./served-cluster.fixture.ts";

const COMMAND = ["--import", "tsx", "agent/main.ts", "mcp", "cluster"];
const TOKEN = "the-token-of-this-test-0123456789";

/** A simulated cluster over HTTPS, and the environment in which a server reaches it. */
async function world(t: TestContext) {
  const cluster = await serveSimulator({ jobSeconds: 0 });
  const state = await mkdtemp(join(tmpdir(), "outpost-process-"));
  t.after(async () => {
    await cluster.close();
    await rm(state, { recursive: true, force: true });
  });
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: state,
    ...settingsFor(cluster),
    CLUSTER_ALLOW_DESTRUCTIVE: "true",
    OUTPOST_STATE_DIR: state,
    OUTPOST_CONFIG_DIR: state,
    OUTPOST_HTTP_TOKEN: TOKEN,
  };
  const writes = () =>
    cluster.simulator.log.mutations().map(({ method, path }) => `${method} ${path}`);
  return { env, state, writes };
}

const stdio = (env: Record<string, string>) =>
  new StdioClientTransport({ command: process.execPath, args: COMMAND, env, stderr: "ignore" });

async function served(env: Record<string, string>): Promise<{ child: ChildProcess; url: URL }> {
  const child = spawn(process.execPath, [...COMMAND, "--http", "0"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { child, url: await addressIn(child.stderr) };
}

/** The address that a server says it listens on. Throws with what it said instead. */
function addressIn(stderr: Readable): Promise<URL> {
  let said = "";
  return new Promise((resolve, reject) => {
    stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes(TOKEN)) reject(new Error("the token was printed"));
      const [, url] = /MCP at (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(new URL(url));
    });
    stderr.once("end", () => reject(new Error(said)));
  });
}

/** Creates a fileset and deletes it again, as a client of the first SDK whose person says yes to both. */
async function journey(transport: Transport): Promise<string[]> {
  const client = new Client(
    { name: "first-sdk", version: "1" },
    { capabilities: { elicitation: {} } },
  );
  const asked: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message);
    const typed = /Type (\S+) to go ahead/.exec(params.message)?.[1];
    return { action: "accept", content: typed === undefined ? { confirm: true } : { name: typed } };
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.equal(tools.length, 26);
  const target = { filesystem: "fs1", fileset: "by-first-sdk" };
  const made = await client.callTool({
    name: "fileset_create",
    arguments: { ...target, quota: "10G" },
  });
  assert.notEqual(made.isError, true, JSON.stringify(made.content));
  const gone = await client.callTool({ name: "fileset_delete", arguments: target });
  assert.notEqual(gone.isError, true, JSON.stringify(gone.content));
  await client.close();
  return asked.flatMap((message) =>
    [...message.matchAll(/^ {2}\d+\. (.+)$/gm)].map(([, wire]) => wire ?? ""),
  );
}

test("a client of the first SDK confirms the cluster's writes over stdio", async (t) => {
  const { env, state, writes } = await world(t);
  const listed = await journey(stdio(env));
  assert.deepEqual(writes(), listed);
  assert.equal(listed.length, 5);
  assert.equal((await verifyAudit(state)).whole, true);
});

test("a client of the first SDK confirms the cluster's writes over HTTP", async (t) => {
  const { env, writes } = await world(t);
  const { child, url } = await served(env);
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
  const transport = new StreamableHTTPClientTransport(url, { requestInit });
  const listed = await journey(transport as Transport); // its own types disagree under exactOptionalPropertyTypes
  assert.deepEqual(writes(), listed);
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  assert.deepEqual(await gone, [0, null]);
});

test("where the client cannot ask, a person approves by code, and the repeated call runs once", async (t) => {
  const { env, state: folder, writes } = await world(t);
  const client = new Client({ name: "dumb", version: "1" });
  await client.connect(stdio(env));
  const call = { name: "snapshot_create", arguments: { filesystem: "fs1", snapshot: "approved" } };
  const refused = await client.callTool(call);
  assert.equal(refused.isError, true);

  const state = await openState(folder, { writesPerHour: 60 });
  await setPin(state, "2468");
  const waiting = await client.callTool(call);
  const { status, approve_code: code } = z
    .object({ status: z.literal("waiting"), approve_code: z.string() })
    .parse(waiting.structuredContent);
  assert.equal(status, "waiting");
  const still = await client.callTool(call);
  assert.match(JSON.stringify(still.structuredContent), new RegExp(code));
  assert.deepEqual(writes(), []);

  await approve(state, await findPending(state, code));
  const other = { ...call, arguments: { filesystem: "fs1", snapshot: "another" } };
  assert.match(JSON.stringify(await client.callTool(other)), /waiting/);
  const done = await client.callTool(call);
  assert.match(JSON.stringify(done.structuredContent), /"status":"done"/);
  assert.equal(writes().length, 1);
  assert.match(JSON.stringify(await client.callTool(call)), /already/);
  assert.equal(writes().length, 1);
  await client.close();
});
