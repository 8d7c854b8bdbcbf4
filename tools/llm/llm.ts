import type { JsonObject } from "../kit/json.ts";

export type TextBlock = { type: "text"; text: string };
/** Replayed verbatim to the model that wrote it, and to no other. */
type ThinkingBlock = { type: "thinking"; text: string; opaque: JsonObject };
export type ToolUseBlock = { type: "tool_use"; id: string; name: string; input: unknown };
/** `text` is what a remote model reads; `plain` and `data` are the same answer for a model inside this process. */
export type ToolResultBlock = {
  type: "tool_result";
  id: string;
  /** Our words, and what came from the system inside fences that mark it as data. */
  text: string;
  failed: boolean;
  /** The words without fences, as a person reads them. */
  plain?: string;
  /** The structured content, where the tool answered some. */
  data?: JsonObject;
};

export type Message =
  | { role: "user"; blocks: (TextBlock | ToolResultBlock)[] }
  | { role: "assistant"; model: string; blocks: (TextBlock | ThinkingBlock | ToolUseBlock)[] };

export type ToolCard = { name: string; description: string; inputSchema: JsonObject };

/** Tokens of one reply. `input` counts what was neither written to nor read from the cache. */
export type Usage = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** How many of `cacheWrite` are kept for an hour, which costs more; none where it is absent. */
  cacheWriteHour?: number;
};

export type StopReason =
  | "end_turn"
  | "tool_use"
  | "max_tokens"
  | "stop_sequence"
  | "pause_turn"
  | "refusal"
  | "context_full"
  /** Only of a model that knows the gates by itself: the sentence asks for what is shut here. */
  | "not_allowed"
  /** Likewise: the sentence is about a system that is not connected. */
  | "not_connected";

/** What arrives while a reply streams. */
export type Delta =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  | { type: "tool"; name: string };

export type Request = { system: string; messages: readonly Message[]; tools: readonly ToolCard[] };

export type Reply = {
  blocks: (TextBlock | ThinkingBlock | ToolUseBlock)[];
  stop: StopReason;
  usage: Usage;
};

/**
 * The one thing the rest of the hub knows about a language model. `reply` makes one attempt: it throws LlmError
 * where it did not work, and retrying is the loop's business, where a person can see it.
 */
export type Llm = {
  /** Shown in the status line: "claude-opus-5-5", "offline operator". */
  model: string;
  /** False for the offline operator: then there are no tokens and no cost to show. */
  metered: boolean;
  reply(request: Request, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<Reply>;
};

/** How long to wait before another try makes sense, and how many tries do where that is fewer than usual. */
type Retry = { afterSeconds?: number; attempts?: number };

/** A reply that failed. `retry` is absent where no other try makes sense. */
export class LlmError extends Error {
  readonly kind:
    | "overloaded"
    | "rate-limit"
    | "network"
    | "sign-in"
    | "bad-request"
    | "broken-stream";
  readonly retry: Retry | undefined;

  constructor(
    kind: LlmError["kind"],
    message: string,
    more: { retry?: Retry; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "LlmError";
    this.kind = kind;
    this.retry = more.retry;
  }
}
