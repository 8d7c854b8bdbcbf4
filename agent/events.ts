import type { Progress } from "../tools/kit/define-tool.ts";
import type { JsonObject } from "../tools/kit/json.ts";
import type { Question } from "../tools/kit/question.ts";
import type { StopReason, ToolUseBlock, Usage } from "../tools/llm/llm.ts";

/** How one tool call ended, as the faces show it. */
export type ToolOutcome = {
  ok: boolean;
  /** For people: our words and the system's text, cleaned, without fences. */
  text: string;
  data?: JsonObject;
  seconds: number;
};

/** Everything that happens in a turn, for whichever face: TUI, plain REPL, `ask`, and later a web page. */
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
  | { kind: "failed"; message: string; advice?: string };

/** What a person answers to a Question. `typed` is what they typed where a name was asked for. */
export type PersonAnswer = { say: "yes"; typed?: string } | { say: "no" } | { say: "cancel" };

/** A face that can put a question to its person. Aborted when the question expires or the turn is interrupted. */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<PersonAnswer>;
