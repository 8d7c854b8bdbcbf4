import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Call } from "../kit/define-tool.ts";
import { pathRules } from "../kit/path-rules.ts";
import type { Asking, Outcome, Road } from "../kit/road.ts";
import { runTool } from "../kit/run-tool.ts";
import { openState } from "../kit/state.ts";
import { createTickets } from "../kit/tickets.ts";
import { createClusterClient } from "./client.ts";
import { clusterTools } from "./index.ts";
import type { SimulatorOptions } from "./simulator/options.ts";
import { createSimulator } from "./simulator/simulator.ts";

type StageOptions = SimulatorOptions & {
  gates?: { writes?: boolean; destructive?: boolean; allow?: string[]; deny?: string[] };
  waitSeconds?: number;
  requestMs?: number;
  account?: { username: string; password: string };
};

/** Simulator, client and tools on one road, with a clock that the client's own pauses move. For tests. */
export async function stage(t: TestContext, options: StageOptions = {}) {
  let now = Date.parse("2026-11-21T12:00:00Z");
  const { gates: wish = {}, waitSeconds = 50, requestMs = 5_000, account, ...simulated } = options;
  const simulator = createSimulator({ jobSeconds: 2, ...simulated, now: () => now });
  const gates = {
    writes: wish.writes ?? true,
    destructive: wish.destructive ?? true,
    paths: pathRules({ allow: wish.allow ?? [], deny: wish.deny ?? [] }),
    settings: "CLUSTER",
  };
  const pauses: number[] = [];
  const client = createClusterClient({
    settings: { url: "https://cluster.test", apiRoot: "/mgmt", ...simulator.options, ...account },
    gates,
    fetch: simulator.fetch,
    now: () => now,
    requestMs,
    waiting: {
      pause: async (milliseconds, signal) => {
        signal.throwIfAborted();
        pauses.push(milliseconds);
        now += milliseconds;
      },
      random: () => 0.5,
    },
  });
  const folder = await mkdtemp(join(tmpdir(), "outpost-cluster-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const road: Road = {
    gates,
    state: await openState(folder, { writesPerHour: 10_000, now: () => new Date(now) }),
    tickets: createTickets(300, () => new Date(now)),
    confirm: "ask",
    confirmSeconds: 300,
    source: "cluster",
  };
  const progress: Parameters<Call["progress"]>[0][] = [];
  const stop = new AbortController();
  const newCall = (): Call => ({
    signal: stop.signal,
    principal: "local:test",
    client: "test/1",
    progress: (told) => void progress.push(told),
    waitSeconds,
  });
  const tools = clusterTools(client);

  function named(name: string) {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool;
  }

  /** Calls a tool as a person would who says yes to every question, and types the name that is asked for. */
  function call(name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
    return callAfter(name, args, () => undefined);
  }

  /** The same, with something that happens between question and answer. */
  async function callAfter(
    name: string,
    args: Record<string, unknown>,
    between: () => void,
  ): Promise<Outcome> {
    const asking: Asking = { canAsk: true };
    const first = await runTool(named(name), args, road, newCall(), asking);
    if (first.kind === "done") return first.outcome;
    between();
    const { question, ticket } = first;
    const content =
      question.typedName === undefined ? { confirm: true } : { name: question.typedName };
    const answer = { ticket, action: "accept" as const, content };
    const second = await runTool(named(name), args, road, newCall(), { canAsk: true, answer });
    if (second.kind !== "done") throw new Error("asked twice");
    return second.outcome;
  }

  /** The question that a call would put to a person. */
  async function question(name: string, args: Record<string, unknown>) {
    const step = await runTool(named(name), args, road, newCall(), { canAsk: true });
    if (step.kind !== "ask") throw new Error(`not asked: ${step.outcome.text}`);
    return step.question;
  }

  /** What a successful call answers, its text and its structured content. */
  async function done(name: string, args: Record<string, unknown> = {}) {
    const outcome = await call(name, args);
    if (!outcome.ok)
      throw new Error(`${name} failed: ${outcome.text}`, { cause: outcome.error.cause });
    return outcome;
  }

  /** The error of a call that has to fail. */
  async function refused(name: string, args: Record<string, unknown> = {}) {
    const outcome = await call(name, args);
    if (outcome.ok) throw new Error(`${name} went through: ${outcome.text}`);
    if (outcome.error.problem === "bug") throw outcome.error.cause;
    return outcome.error;
  }

  const mutations = () => simulator.log.mutations().map((r) => `${r.method} ${r.path}`);
  return {
    simulator,
    client,
    tools,
    call,
    callAfter,
    done,
    refused,
    question,
    newCall,
    mutations,
    progress,
    pauses,
    stop,
    road,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}
