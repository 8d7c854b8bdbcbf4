import { HubError, sentence } from "../tools/kit/errors.ts";
import type { ToolResultBlock, ToolUseBlock } from "../tools/llm/llm.ts";
import type { Circles } from "./circles.ts";
import type { Clock } from "./clock.ts";
import type { AgentEvent } from "./events.ts";
import { goesOn, lookAgain } from "./look-again.ts";
import type { ToolAnswer, ToolSet } from "./tool-set.ts";

type Round = {
  tools: ToolSet;
  circles: Circles;
  emit: (event: AgentEvent) => void;
  clock: Clock;
  personTime?: () => number;
  signal: AbortSignal;
};

/** Reads that run beside each other; more would only queue in the client of the system. */
const MOST_AT_ONCE = 8;

/**
 * Makes the calls of one reply and answers every one of them, in their order: reads that follow each other run
 * together, a call that writes runs alone, after all before it and before all behind it. Never rejects; after an
 * interrupt the calls that were not begun are answered as not run.
 */
export async function runCalls(calls: ToolUseBlock[], round: Round): Promise<ToolResultBlock[]> {
  const results: ToolResultBlock[] = [];
  for (const group of groupsOf(calls, round.tools)) {
    if (round.signal.aborted)
      results.push(...notRun(group, "Not run: the person interrupted before this call."));
    else results.push(...(await Promise.all(group.map((call) => runCall(call, round)))));
  }
  return results;
}

/** An answer for every call that was not made: without it the conversation would not be valid. */
export function notRun(calls: ToolUseBlock[], why: string): ToolResultBlock[] {
  return calls.map((call) => ({
    type: "tool_result",
    id: call.id,
    text: why,
    plain: why,
    failed: true,
  }));
}

function groupsOf(calls: ToolUseBlock[], tools: ToolSet): ToolUseBlock[][] {
  const groups: { reads: boolean; calls: ToolUseBlock[] }[] = [];
  for (const call of calls) {
    const reads = effectOf(call.name, tools) === "reads";
    const last = groups.at(-1);
    if (reads && last?.reads && last.calls.length < MOST_AT_ONCE) last.calls.push(call);
    else groups.push({ reads, calls: [call] });
  }
  return groups.map((group) => group.calls);
}

// What is no tool of ours is answered with an error, which changes nothing.
const effectOf = (name: string, tools: ToolSet) =>
  tools.list.find((tool) => tool.card.name === name)?.effect ?? "reads";

async function runCall(call: ToolUseBlock, round: Round): Promise<ToolResultBlock> {
  const { emit, clock, circles, tools, signal } = round;
  // The time a call takes is the time of its work: a person who reads a question is not part of it.
  const worked = () => clock.now() - (round.personTime?.() ?? 0);
  const began = worked();
  const effect = effectOf(call.name, tools);
  emit({ type: "tool-started", call, effect });
  const refusal = circles.refuse(call);
  const answer = refusal ? failed(new HubError("limit", refusal)) : await made(call, round);
  if (!refusal && !signal.aborted) circles.note(call, answer.plain);
  const seconds = (worked() - began) / 1000;
  emit({
    type: "tool-ended",
    id: call.id,
    outcome: {
      ok: answer.ok,
      text: answer.plain,
      ...(answer.data ? { data: answer.data } : {}),
      ...(answer.problem ? { problem: answer.problem } : {}),
      seconds,
    },
  });
  return {
    type: "tool_result",
    id: call.id,
    text: answer.forModel,
    plain: answer.plain,
    ...(answer.data ? { data: answer.data } : {}),
    failed: !answer.ok,
  };
}

async function made(call: ToolUseBlock, round: Round): Promise<ToolAnswer> {
  const { tools, emit, signal } = round;
  if (!tools.list.some((tool) => tool.card.name === call.name))
    return failed(
      new HubError("not-found", `There is no tool called ${call.name}.`, {
        alternatives: tools.list.map((tool) => tool.card.name),
      }),
    );
  let heard: string | undefined;
  try {
    return await tools.call(call.name, call.input, {
      signal,
      progress(progress) {
        heard = progress.message ?? heard;
        emit({ type: "tool-progress", id: call.id, progress });
      },
    });
  } catch (thrown) {
    return signal.aborted ? interrupted(call, tools, heard) : failed(HubError.from(thrown));
  }
}

/** The model is told not to repeat what may have happened; the person, how to see what became of it. */
function interrupted(call: ToolUseBlock, tools: ToolSet, heard: string | undefined): ToolAnswer {
  const message = "The person interrupted this call.";
  const stopped = "You stopped this call.";
  const wrote = effectOf(call.name, tools) !== "reads";
  if (!wrote) {
    const look = heard !== undefined && lookAgain(heard) ? ` ${goesOn(heard)}` : "";
    return { ...failed(new HubError("interrupted", message)), plain: stopped + look };
  }
  const advice = heard
    ? `What was sent goes on; last heard: ${heard}. Look before repeating it.`
    : "Whether it took effect is not known: look before repeating it.";
  return {
    ...failed(new HubError("interrupted", message, { advice })),
    plain: `${stopped} ${heard ? goesOn(heard) : advice}`,
  };
}

function failed(error: HubError): ToolAnswer {
  const text = sentence(error);
  return { ok: false, forModel: text, plain: text, problem: error.problem };
}
