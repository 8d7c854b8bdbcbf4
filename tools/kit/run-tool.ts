import { z } from "zod";
import { confirm } from "./confirm.ts";
import type { Call, ReadTool, Tool, WriteTool } from "./define-tool.ts";
import { HubError } from "./errors.ts";
import { refuse } from "./gates.ts";
import { idempotency } from "./idempotency.ts";
import { digest, type JsonObject } from "./json.ts";
import { type Plan, planEffect } from "./plan.ts";
import { questionOf, questionText } from "./question.ts";
import {
  type Asking,
  auditCall,
  failed,
  type KeptOutcome,
  keep,
  type Outcome,
  type Road,
  revive,
  type Step,
  words,
} from "./road.ts";
import { runPlan } from "./run-plan.ts";

/** The two arguments that every writing tool takes besides its own. */
const WRITE_ARGUMENTS = {
  plan: z.boolean().optional().describe("Only show what it would do"),
  idempotency_key: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe("Same key again: no second write"),
};

/** The input that a client sees: strict, and with the arguments of the road for a tool that writes. */
export function inputOf(tool: Tool): z.ZodObject {
  return tool.effect === "reads"
    ? z.strictObject(tool.input.shape)
    : z.strictObject({ ...tool.input.shape, ...WRITE_ARGUMENTS });
}

/**
 * The one road of every call, from whichever face: parse → guard → confirm → run → check → tell. Never throws: what
 * goes wrong is an Outcome. Answers `ask` where a person has to be asked first; the caller then comes again with the
 * same arguments and the person's answer.
 */
export async function runTool(
  tool: Tool,
  rawArgs: unknown,
  road: Road,
  call: Call,
  asking: Asking,
): Promise<Step> {
  try {
    const args = inputOf(tool).safeParse(rawArgs ?? {});
    if (!args.success)
      throw new HubError("bad-input", `The arguments of ${tool.name} do not fit.`, {
        advice: z
          .prettifyError(args.error)
          .replaceAll(/\s*\n\s*/g, " ")
          .replaceAll("✖ ", ""),
      });
    if (tool.effect === "reads")
      return { kind: "done", outcome: await read(tool, args.data, road, call) };
    return await write(tool, args.data, road, call, asking);
  } catch (thrown) {
    const error = call.signal.aborted
      ? new HubError("interrupted", "The call was interrupted.", { cause: thrown })
      : HubError.from(thrown);
    return { kind: "done", outcome: failed(error) };
  }
}

async function read(
  tool: ReadTool,
  args: Record<string, unknown>,
  road: Road,
  call: Call,
): Promise<Outcome> {
  const data = tool.output.parse(await tool.run(args, call)) as JsonObject; // zod objects of plain JSON
  return { ok: true, data, ...words(tool.tell(data), road.source, data) };
}

type WriteArgs = { plan?: boolean; idempotency_key?: string; [own: string]: unknown };

async function write(
  tool: WriteTool,
  given: WriteArgs,
  road: Road,
  call: Call,
  asking: Asking,
): Promise<Step> {
  const { plan: planOnly, idempotency_key: key, ...args } = given;
  const argsDigest = digest({ tool: tool.name, args });
  const keys = idempotency<KeptOutcome>(road.state, { principal: call.principal, tool: tool.name });
  const passage = async (): Promise<Step> => {
    road.state.refuseInPanic();
    const shut = refuse(road.gates, { effect: tool.effect, touches: [] });
    if (shut) throw shut;
    const before = key && !planOnly ? await keys.answered(key, argsDigest) : undefined;
    if (before) return { kind: "done", outcome: revive(before) };

    const plan = await tool.plan(args, call);
    guardPlan(plan, road);
    if (planOnly) return { kind: "done", outcome: planned(tool, plan, road) };

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
  };
  // From the last look at the target until the end nobody else makes the same call: two who were both told yes for
  // one object would else both send, the second one perhaps to what has taken its place.
  const asksOnly = planOnly || (road.confirm === "ask" && asking.canAsk && !asking.answer);
  try {
    return await (asksOnly ? passage() : road.state.alone(argsDigest, passage));
  } catch (thrown) {
    const error = HubError.from(thrown);
    await recordRefusal(tool, args, road, call, error);
    throw error;
  }
}

/** Every request, and every object it touches, against the gates and the path rules. */
function guardPlan(plan: Plan, road: Road): void {
  for (const request of plan.requests) {
    const refused = refuse(road.gates, request);
    if (refused) throw refused;
  }
}

function planned(tool: WriteTool, plan: Plan, road: Road): Outcome {
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

async function recordRefusal(
  tool: WriteTool,
  args: unknown,
  road: Road,
  call: Call,
  error: HubError,
): Promise<void> {
  if (!REFUSALS.has(error.problem)) return;
  await road.state
    .audit({
      event: "refused",
      ...auditCall(call),
      tool: tool.name,
      effect: tool.effect,
      args,
      result: error.message,
    })
    // A refusal that cannot be written down still refuses.
    .catch(() => undefined);
}
