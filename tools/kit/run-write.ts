import { confirm } from "./confirm.ts";
import type { Call, WriteTool } from "./define-tool.ts";
import { HubError } from "./errors.ts";
import { refuse } from "./gates.ts";
import { idempotency } from "./idempotency.ts";
import { digest, type JsonObject } from "./json.ts";
import { type Plan, planEffect } from "./plan.ts";
import { questionOf, questionText } from "./question.ts";
import {
  type Asking,
  auditCall,
  type KeptOutcome,
  keep,
  type Outcome,
  type Road,
  revive,
  type Step,
  words,
} from "./road.ts";
import { runPlan } from "./run-plan.ts";

type WriteArgs = { plan?: boolean; idempotency_key?: string; [own: string]: unknown };

type Write = {
  tool: WriteTool;
  /** The tool's own arguments, and their digest together with its name. */
  args: Record<string, unknown>;
  argsDigest: string;
  key: string | undefined;
  keys: ReturnType<typeof idempotency<KeptOutcome>>;
  road: Road;
  call: Call;
  asking: Asking;
};

/**
 * A writing tool's part of the road: guard → confirm → run → check → tell. Answers `ask` where a person has to be
 * asked first. Throws HubError; a refusal is in the audit log by then.
 */
export async function runWrite(
  tool: WriteTool,
  given: WriteArgs,
  road: Road,
  call: Call,
  asking: Asking,
): Promise<Step> {
  const { plan: planOnly = false, idempotency_key: key, ...args } = given;
  const argsDigest = digest({ tool: tool.name, args });
  const keys = idempotency<KeptOutcome>(road.state, { principal: call.principal, tool: tool.name });
  const write = { tool, args, argsDigest, key, keys, road, call, asking };
  // A call that only asks sends nothing, and waits for nobody.
  const sends = !planOnly && (road.confirm !== "ask" || !asking.canAsk || asking.answer);
  try {
    if (!sends) return await look(write, planOnly);
    // One after the other: a call that is made again while it runs then finds its answer.
    return await road.state.alone(argsDigest, () => lookAndSend(write));
  } catch (thrown) {
    const error = HubError.from(thrown);
    await recordRefusal(error, tool, args, road, call);
    throw error;
  }
}

async function look(write: Write, planOnly: boolean): Promise<Step> {
  if (planOnly) refuseShut(write);
  const before = planOnly ? undefined : await answered(write);
  if (before) return before;
  const plan = await guardedPlan(write);
  return planOnly ? { kind: "done", outcome: planned(write, plan) } : settle(write, plan);
}

async function lookAndSend(write: Write): Promise<Step> {
  const before = await answered(write);
  if (before) return before;
  const first = await guardedPlan(write);
  return aloneWith(touched(first), write.road, async () => {
    const last = await guardedPlan(write);
    if (touched(last).join("\n") !== touched(first).join("\n"))
      throw new HubError("changed", "What this call would touch has changed just now.", {
        advice: "Nothing was sent. Look at the present state and make the call again.",
      });
    return settle(write, last);
  });
}

function refuseShut({ tool, road }: Write): void {
  road.state.refuseInPanic();
  const shut = refuse(road.gates, { effect: tool.effect, touches: [] });
  if (shut) throw shut;
}

/** The answer that an earlier call with this key was given, if there is one. */
async function answered(write: Write): Promise<Step | undefined> {
  refuseShut(write);
  const { key, keys, argsDigest } = write;
  const before = key ? await keys.answered(key, argsDigest) : undefined;
  return before && { kind: "done", outcome: revive(before) };
}

/** The plan, with every request and every object it touches held against the gates and the path rules. */
async function guardedPlan({ tool, args, call, road }: Write): Promise<Plan> {
  const plan = await tool.plan(args, call);
  for (const request of plan.requests) {
    const refused = refuse(road.gates, request);
    if (refused) throw refused;
  }
  return plan;
}

function touched(plan: Plan): string[] {
  return [...new Set(plan.requests.flatMap((request) => request.touches))].sort();
}

/**
 * From the last look at the targets until the end nobody else writes to any of them: two who were both told yes for
 * one object would else both send, the second one perhaps to what has taken its place. Taken in one order by all, so
 * that no two wait for each other.
 */
function aloneWith<T>(targets: string[], road: Road, work: () => Promise<T>): Promise<T> {
  const [first, ...rest] = targets;
  if (first === undefined) return work();
  const name = digest({ system: road.source, target: first });
  return road.state.alone(name, () => aloneWith(rest, road, work));
}

/** Asks, or takes the answer; then sends. */
async function settle(write: Write, plan: Plan): Promise<Step> {
  const { tool, args, argsDigest, key, keys, road, call, asking } = write;
  const bind = digest({
    principal: call.principal,
    args: argsDigest,
    sentence: plan.sentence,
    requests: plan.requests,
    bound: plan.bound,
  });
  const question = questionOf(tool.name, tool.effect, plan);
  const verdict = await confirm({ question, bind, road, call, asking });
  if (verdict.kind === "ask") return verdict;
  if (verdict.kind === "waiting") return { kind: "done", outcome: verdict.outcome };

  if (key) await keys.begin(key, argsDigest);
  const confirmed = { tool, args, plan, road, call, confirmed: verdict.how };
  const outcome = await runPlan(confirmed, async (begun) => {
    if (key) await keys.progress(key, argsDigest, begun);
  }).catch(async (thrown: unknown) => {
    if (key) await keys.forget(key);
    throw thrown;
  });
  // What was sent is told whatever becomes of the note; a repeated call then finds an unfinished one and sends nothing.
  if (key) await keys.finish(key, argsDigest, keep(outcome)).catch(() => undefined);
  return { kind: "done", outcome };
}

function planned({ tool, road }: Write, plan: Plan): Outcome {
  const question = questionOf(tool.name, tool.effect, plan);
  const data: JsonObject = {
    status: "planned",
    plan: question.sentence,
    requests: question.requests.map(({ wire }) => ({ request: wire, state: "planned" })),
  };
  const say = `Plan only; nothing was changed. It ${planEffect(plan, tool.effect)}.`;
  return { ok: true, data, ...words({ say, data: questionText(question) }, road.source, data) };
}

const REFUSALS = new Set(["not-allowed", "declined", "limit", "changed"]);
const LONGEST_ARGS = 8000;

/** Writes a refusal down; what failed otherwise leaves no line. `args` may be unparsed: much too much is left out. */
export async function recordRefusal(
  error: HubError,
  { name, effect }: WriteTool,
  args: unknown,
  road: Road,
  call: Call,
): Promise<void> {
  if (!REFUSALS.has(error.problem)) return;
  const length = JSON.stringify(args ?? {}).length;
  await road.state
    .audit({
      event: "refused",
      ...auditCall(call),
      tool: name,
      effect,
      args: length > LONGEST_ARGS ? `(${length} characters)` : (args ?? {}),
      result: error.message,
    })
    // A refusal that cannot be written down still refuses.
    .catch(() => undefined);
}
