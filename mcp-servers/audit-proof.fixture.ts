import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { serveSimulator } from "../tools/cluster/simulator/serve.ts";
import { auditLines, verifyAudit } from "../tools/kit/audit-verify.ts";
import { PROBLEM_META } from "./serve.ts";
import { settingsFor } from "./served-cluster.fixture.ts";

type Proof = {
  /** How many writes are tried, over all servers. */
  writes: number;
  /** How many of them an hour allows. */
  budget: number;
  /** How often one of the servers is killed with SIGKILL while it works. */
  kills: number;
};

export type Proved = {
  tried: number;
  sent: number;
  overBudget: number;
  lostInKills: number;
  auditLines: number;
};

/** One for each server, so that no two change the same target. */
const FILESETS = ["home", "apps", "scratch"];

/**
 * Three server processes write at the same time through one state folder, and now and then one is killed. Throws
 * unless the audit chain is whole, no request left without its line, and the budget held for all of them together.
 */
export async function proveAudit({ writes, budget, kills }: Proof): Promise<Proved> {
  const cluster = await serveSimulator({ jobSeconds: 0 });
  const state = await mkdtemp(join(tmpdir(), "outpost-proof-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: state,
    ...settingsFor(cluster),
    OUTPOST_STATE_DIR: state,
    OUTPOST_CONFIG_DIR: state,
    OUTPOST_WRITES_PER_HOUR: String(budget),
  };
  const counts = { tried: 0, overBudget: 0, lostInKills: 0, done: 0 };
  const killAt = Array.from({ length: kills }, (_, i) =>
    Math.ceil(((i + 1) * Math.min(writes, budget)) / (kills + 1)),
  );

  async function work(fileset: string): Promise<void> {
    let server = await startServer(env);
    let killer: NodeJS.Timeout | undefined;
    while (counts.tried < writes) {
      const args = { filesystem: "fs1", fileset, comment: `write ${++counts.tried}` };
      const answer = server.client.callTool({ name: "fileset_update", arguments: args });
      if (killAt[0] !== undefined && counts.tried >= killAt[0]) {
        killAt.shift();
        // At once, or while its plan is made, its line written or its request under way.
        const { pid } = server;
        killer = setTimeout(() => process.kill(pid, "SIGKILL"), (kills - killAt.length) * 7);
      }
      const result = await answer.catch(() => undefined);
      if (!result) {
        counts.lostInKills++;
        server = await startServer(env);
      } else if (result.isError !== true) counts.done++;
      else {
        assert.equal(result._meta?.[PROBLEM_META], "limit", JSON.stringify(result.content));
        counts.overBudget++;
      }
    }
    clearTimeout(killer);
    await server.client.close();
  }

  try {
    await Promise.all(FILESETS.map(work));
    assert.ok(counts.lostInKills <= kills, "a server died by itself");
    const sent = cluster.simulator.log.mutations().length;
    return await judge({ ...counts, sent }, budget, state);
  } finally {
    await cluster.close();
    await rm(state, { recursive: true, force: true });
  }
}

async function startServer(env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", "tsx", "agent/main.ts", "mcp", "cluster"],
    env,
    stderr: "ignore",
  });
  const client = new Client(
    { name: "proof", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", () => ({
    action: "accept",
    content: { confirm: true },
  }));
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("the server did not start");
  return { client, pid };
}

async function judge(
  counts: { tried: number; sent: number; done: number; overBudget: number; lostInKills: number },
  budget: number,
  state: string,
): Promise<Proved> {
  const verdict = await verifyAudit(state);
  assert.ok(verdict.whole, JSON.stringify(verdict));
  let intents = 0;
  for await (const line of auditLines(state)) if (line.includes('"event":"intent"')) intents++;
  const spent: unknown[] = JSON.parse(await readFile(join(state, "budget.json"), "utf8"));
  assert.equal(spent.length, Math.min(budget, spent.length));
  assert.ok(counts.sent <= intents, `${counts.sent} sent, ${intents} written down`);
  assert.ok(intents <= spent.length, `${intents} written down, ${spent.length} spent`);
  // Every write that was spent was answered, or was under way in a server that was killed.
  assert.ok(counts.done <= counts.sent && spent.length - counts.done <= counts.lostInKills);
  const { tried, sent, overBudget, lostInKills } = counts;
  assert.equal(counts.done + overBudget + lostInKills, tried);
  if (tried > budget) assert.equal(spent.length, budget, "the budget was not used up");
  return { tried, sent, overBudget, lostInKills, auditLines: verdict.count };
}
