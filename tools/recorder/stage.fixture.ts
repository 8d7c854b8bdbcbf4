import type { TestContext } from "node:test";
import type { Call } from "../kit/define-tool.ts";
import type { Asking, Outcome } from "../kit/road.ts";
import { runTool } from "../kit/run-tool.ts";
import { createRoad } from "../kit/shelf.fixture.ts";
import type { LineWorld } from "./client/line.ts";
import { createRecorder, recorderTools } from "./index.ts";

type Step = Parameters<Call["progress"]>[0];

export type StageOptions = {
  devices?: Record<string, LineWorld>;
  server?: LineWorld;
  folders?: string[];
  writes?: boolean;
  destructive?: boolean;
  deny?: string[];
};

/** Where nothing listens: port 1 of loopback is nobody's. */
export const NOWHERE: LineWorld = { url: "http://127.0.0.1:1" };

/** The recorder's tools on a road, over a device and a server that are handed in. For tests. */
export async function stage(t: TestContext, options: StageOptions = {}) {
  const { writes = true, destructive = true, deny = [] } = options;
  const { road: open, close } = await createRoad({ writes, destructive, deny });
  t.after(close);
  const road = { ...open, source: "recorder" };
  const recorder = createRecorder({
    devices: new Map(Object.entries(options.devices ?? { desk: NOWHERE })),
    server: options.server ?? NOWHERE,
    folders: options.folders ?? [],
    paths: road.gates.paths,
  });
  const tools = recorderTools(recorder);
  const steps: Step[] = [];
  const call: Call = {
    signal: new AbortController().signal,
    principal: "local:test",
    client: "test/1",
    progress: (step) => steps.push(step),
    waitSeconds: 20,
  };

  function named(name: string) {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool;
  }

  /** As a person who says yes to every question, and types the name that is asked for. */
  async function run(name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
    const asking: Asking = { canAsk: true };
    const first = await runTool(named(name), args, road, call, asking);
    if (first.kind === "done") return first.outcome;
    const { question, ticket } = first;
    const content =
      question.typedName === undefined ? { confirm: true } : { name: question.typedName };
    const answer = { ticket, action: "accept" as const, content };
    const second = await runTool(named(name), args, road, call, { canAsk: true, answer });
    if (second.kind !== "done") throw new Error("asked twice");
    return second.outcome;
  }

  return {
    tools,
    road,
    recorder,
    /** What was told of how far the calls were. */
    steps,
    run,
    /** The question that a call would put to a person. */
    question: async (name: string, args: Record<string, unknown> = {}) => {
      const step = await runTool(named(name), args, road, call, { canAsk: true });
      if (step.kind !== "ask") throw new Error(`not asked: ${step.outcome.text}`);
      return step.question;
    },
    done: async (name: string, args: Record<string, unknown> = {}) => {
      const outcome = await run(name, args);
      if (!outcome.ok)
        throw new Error(`${name} failed: ${outcome.text}`, { cause: outcome.error.cause });
      return outcome;
    },
    refused: async (name: string, args: Record<string, unknown> = {}) => {
      const outcome = await run(name, args);
      if (outcome.ok) throw new Error(`${name} went through: ${outcome.text}`);
      if (outcome.error.problem === "bug") throw outcome.error.cause;
      return outcome.error;
    },
  };
}
