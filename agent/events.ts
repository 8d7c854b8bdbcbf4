import type { Progress } from "../tools/kit/define-tool.ts";
import type { Problem } from "../tools/kit/errors.ts";
import type { JsonObject } from "../tools/kit/json.ts";
import type { Question } from "../tools/kit/question.ts";
import type { StopReason, ToolUseBlock, Usage } from "../tools/llm/llm.ts";

/** How one tool call ended, as the faces show it. */
export type ToolOutcome = {
  ok: boolean;
  /** For people: our words and the system's text, cleaned, without fences. */
  text: string;
  data?: JsonObject;
  /** Why it did not work, where the server said so in one of our words. */
  problem?: Problem;
  /** Of work, without the time that a person was asked. */
  seconds: number;
};

/**
 * Everything that happens in a turn, for whichever face: TUI, plain REPL, `ask`, and later a web page. All text is
 * cleaned of control and invisible characters. `retrying` comes once a second while it counts down to the next
 * attempt, whose number (from 2) it carries; text and thinking since the last `reply-ended` are void by then, for
 * the reply starts anew. Every `tool-started` is followed by its `tool-ended` before the turn ends.
 */
export type AgentEvent =
  | { type: "turn-started"; text: string }
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  | { type: "reply-ended"; usage: Usage; cost: number | undefined }
  | { type: "tool-started"; call: ToolUseBlock; effect: "reads" | "changes" | "destroys" }
  | { type: "tool-progress"; id: string; progress: Progress }
  | { type: "tool-ended"; id: string; outcome: ToolOutcome }
  | { type: "retrying"; reason: string; attempt: number; inSeconds: number }
  | { type: "notice"; level: "info" | "warning" | "error"; text: string }
  | { type: "turn-ended"; why: TurnEnd };

export type TurnEnd =
  | { kind: "done"; stop: StopReason }
  | { kind: "interrupted" }
  | { kind: "too-many-rounds"; rounds: number }
  | { kind: "failed"; message: string; advice?: string; problem?: Problem };

/**
 * What a person answers to a Question. `typed` is what they typed where a name was asked for; `by` says that they
 * were not asked, but had said so beforehand with --approve.
 */
export type PersonAnswer =
  | { say: "yes"; typed?: string; by?: "flag" }
  | { say: "no" }
  | { say: "cancel" };

/** A face that can put a question to its person. Aborted when the question expires or the turn is interrupted. */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<PersonAnswer>;
