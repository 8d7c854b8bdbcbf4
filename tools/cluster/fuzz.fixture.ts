import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Call, Tool } from "../kit/define-tool.ts";
import { pathRules } from "../kit/path-rules.ts";
import type { Road } from "../kit/road.ts";
import { inputOf, runTool } from "../kit/run-tool.ts";
import { openState } from "../kit/state.ts";
import { createTickets } from "../kit/tickets.ts";
import { cleanText } from "../kit/untrusted.ts";
import { createClusterClient } from "./client.ts";
import { clusterTools } from "./index.ts";
import { type Seeded, seeded } from "./simulator/seeded.ts";
import { createSimulator } from "./simulator/simulator.ts";

export type FuzzResult = {
  calls: number;
  ok: number;
  refused: number;
  /** What a person would call a fault of ours: a bug, an answer too long, a request that should not have been. */
  faults: string[];
  largestAnswer: number;
};

/** Words that fit, words that nearly fit, and words that are meant to break something. */
const WORDS: [string, ...string[]] = [
  "fs1",
  "fs2",
  "fs3",
  "home",
  "scratch",
  "root",
  "projects",
  "finance",
  "fileset",
  "10G",
  "",
  " ",
  ".",
  "..",
  "../..",
  "%2e%2e",
  "a/b",
  "a//b",
  ":all:",
  ":all_local:",
  "x:link",
  "*",
  "'",
  '"',
  "'''x'''",
  "a,b",
  "a=b",
  "$(x)",
  "<b>",
  "\u0000",
  "\u001b[31m",
  "\u202e",
  "😀",
  "ＡＢ",
  "x".repeat(300),
  "-1",
  "1e9",
  "9007199254740993",
  "null",
  "{}",
  "[1,2",
  "true",
  "/filesystems",
  "/filesystems/fs1/filesets",
  "/jobs/1",
  "/nodes/:all:/health/states",
  "GET",
  "POST",
  "DELETE",
  "PATCH",
  "config.inodeSpace=2",
  "status='''Linked'''",
  "0",
];

type Schema = {
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

function invent(schema: Schema, random: Seeded): unknown {
  if (random.next() < 0.04) return random.pick([null, 7, "x", [], {}, true]);
  if (schema.enum) return schema.enum[random.int(0, schema.enum.length - 1)];
  if (schema.type === "boolean") return random.next() < 0.5;
  if (schema.type === "array")
    return Array.from({ length: random.int(0, 4) }, () => invent(schema.items ?? {}, random));
  if (schema.type === "integer" || schema.type === "number")
    return random.pick([0, 1, -1, 5, 1.5, 100, 201, 1e12]);
  return random.pick(WORDS);
}

function inventArguments(tool: Tool, random: Seeded): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(inputOf(tool), { io: "input" }) as Schema; // JSON Schema of an object
  const args: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties))
    if (name !== "idempotency_key" && random.next() < 0.7) args[name] = invent(schema, random);
  if (typeof args.filesystem === "string" && random.next() < 0.7) args.filesystem = "fs1";
  return args;
}

/** Calls every tool with generated arguments until `more` says stop. The same seed makes the same calls. */
export async function fuzzTools(what: {
  seed: number;
  writes: boolean;
  more: (calls: number) => boolean;
}): Promise<FuzzResult> {
  const random = seeded(what.seed);
  const folder = await mkdtemp(join(tmpdir(), "outpost-fuzz-"));
  const simulator = createSimulator({ jobSeconds: 0, seed: what.seed, hostileComment: true });
  const gates = {
    writes: what.writes,
    destructive: what.writes,
    paths: pathRules({ allow: [], deny: ["/filesystems/fs2/filesets/vm-images"] }),
  };
  const client = createClusterClient({
    settings: { url: "https://cluster.test", apiRoot: "/mgmt", ...simulator.options },
    gates,
    fetch: simulator.fetch,
  });
  const road: Road = {
    gates,
    state: await openState(folder, { writesPerHour: 1_000_000 }),
    tickets: createTickets(300, () => new Date()),
    confirm: "client",
    confirmSeconds: 300,
    source: "cluster",
  };
  const call: Call = {
    signal: new AbortController().signal,
    principal: "local:fuzz",
    client: "fuzz/1",
    progress: () => undefined,
    waitSeconds: 2,
  };
  const tools = clusterTools(client);
  const result: FuzzResult = { calls: 0, ok: 0, refused: 0, faults: [], largestAnswer: 0 };
  try {
    while (what.more(result.calls)) {
      const tool = tools[random.int(0, tools.length - 1)];
      if (!tool) break;
      const args = inventArguments(tool, random);
      const step = await runTool(tool, args, road, call, { canAsk: false });
      result.calls++;
      const said = `${tool.name} ${JSON.stringify(args)}`;
      if (step.kind === "ask") result.faults.push(`asked a client that cannot: ${said}`);
      else judge(step.outcome, said, result);
      // Long runs would fill the log and this list with what nobody reads.
      if (simulator.log.all.length > 5_000) simulator.log.clear();
    }
    if (!what.writes && simulator.log.mutations().length > 0)
      result.faults.push("a read-only run reached the cluster with a write");
    return result;
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Outcome = Extract<Awaited<ReturnType<typeof runTool>>, { kind: "done" }>["outcome"];

function judge(outcome: Outcome, said: string, result: FuzzResult): void {
  const bytes =
    Buffer.byteLength(outcome.text) + Buffer.byteLength(JSON.stringify(outcome.data ?? {}));
  result.largestAnswer = Math.max(result.largestAnswer, bytes);
  if (bytes > 24_576) result.faults.push(`${bytes} bytes answered: ${said}`);
  if (cleanText(outcome.text) !== outcome.text)
    result.faults.push(`control or invisible characters answered: ${said}`);
  if (outcome.ok) result.ok++;
  else if (outcome.error.problem === "bug")
    result.faults.push(`bug: ${said}: ${String(outcome.error.cause)}`);
  else result.refused++;
}
