import type { Progress } from "../tools/kit/define-tool.ts";
import type { Effect } from "../tools/kit/effect.ts";
import type { Problem } from "../tools/kit/errors.ts";
import type { JsonObject } from "../tools/kit/json.ts";
import type { ToolCard } from "../tools/llm/llm.ts";

export type LinkedTool = {
  card: ToolCard;
  title: string;
  effect: Effect;
  /** Name of the server that has it. */
  server: string;
};

/** What a call came to, for both readers. */
export type ToolAnswer = {
  ok: boolean;
  /** For a model: whatever came from the system stands inside fences that mark it as data. */
  forModel: string;
  /** For people: cleaned, without fences. */
  plain: string;
  data?: JsonObject;
  problem?: Problem;
};

export type OnCall = { signal: AbortSignal; progress(progress: Progress): void };

/** Every tool the model may call, wherever it lives. */
export type ToolSet = {
  /** In an order that stays the same, for the sake of the prompt cache. */
  list: readonly LinkedTool[];
  /** Rejects only where the connection itself failed. */
  call(name: string, input: unknown, on: OnCall): Promise<ToolAnswer>;
};
