import { exitCode, type Problem } from "../../tools/kit/errors.ts";
import type { StopReason } from "../../tools/llm/llm.ts";
import type { AgentEvent, ToolOutcome, TurnEnd } from "../events.ts";

export type TalliedTool = {
  name: string;
  input: unknown;
  effect: "reads" | "changes" | "destroys";
  outcome?: ToolOutcome;
};

type TalliedTurn = {
  sentence: string;
  answer: string;
  tools: TalliedTool[];
  end?: TurnEnd;
};

/** A read that found nothing, or was asked wrongly, is part of the conversation; these are not. */
const TELLING: ReadonlySet<Problem> = new Set([
  "not-allowed",
  "declined",
  "limit",
  "sign-in",
  "unavailable",
  "timed-out",
]);

/** Keeps what the turns came to, for the report of `ask` and for the exit code. */
export function createTally() {
  const turns: TalliedTurn[] = [];
  const open = new Map<string, TalliedTool>();
  let reply = "";

  function note(event: AgentEvent): void {
    const turn = turns.at(-1);
    if (event.type === "turn-started") turns.push({ sentence: event.text, answer: "", tools: [] });
    else if (event.type === "retrying") reply = "";
    else if (event.type === "text") reply += event.text;
    else if (turn && event.type === "reply-ended") {
      if (reply !== "") turn.answer += (turn.answer === "" ? "" : "\n\n") + reply.trim();
      reply = "";
    } else if (turn && event.type === "tool-started") {
      const { name, input, id } = event.call;
      const tool: TalliedTool = { name, input, effect: event.effect };
      open.set(id, tool);
      turn.tools.push(tool);
    } else if (event.type === "tool-ended") {
      const tool = open.get(event.id);
      if (tool) tool.outcome = event.outcome;
    } else if (turn && event.type === "turn-ended") {
      turn.end = event.why;
      reply = "";
    }
  }

  return { note, turns, code: () => codeOf(turns) };
}

/** The exit code: the worst of how the turns ended and of what the tools were left at. */
function codeOf(turns: readonly TalliedTurn[]): number {
  const codes = new Set(turns.flatMap((turn) => [endCode(turn.end), ...leftAt(turn.tools)]));
  return [130, 5, 3, 4, 1].find((code) => codes.has(code)) ?? 0;
}

function endCode(end: TurnEnd | undefined): number {
  switch (end?.kind) {
    case "interrupted":
      return exitCode("interrupted");
    case "too-many-rounds":
      return exitCode("limit");
    case "failed":
      return exitCode(end.problem ?? "failed");
    case "done":
      return stopCode(end.stop);
    case undefined:
      return 0;
  }
}

function stopCode(stop: StopReason): number {
  switch (stop) {
    case "refusal":
    case "context_full":
      return exitCode("failed");
    case "not_allowed":
      return exitCode("not-allowed");
    case "not_connected":
      return exitCode("unavailable");
    case "end_turn":
    case "tool_use":
    case "max_tokens":
    case "stop_sequence":
    case "pause_turn":
      return 0;
  }
}

/** The codes of tools whose last call did not work: a call that was put right afterwards does not count. */
function leftAt(tools: readonly TalliedTool[]): number[] {
  const last = new Map(tools.map((tool) => [tool.name, tool]));
  return [...last.values()].flatMap(({ outcome, effect }) => {
    if (!outcome || outcome.ok) return [];
    const problem = outcome.problem ?? "failed";
    if (effect === "reads" && !TELLING.has(problem)) return [];
    return [problem === "bad-input" ? exitCode("failed") : exitCode(problem)];
  });
}
