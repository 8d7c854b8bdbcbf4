import type { Progress } from "../../tools/kit/define-tool.ts";
import type { ToolOutcome } from "../events.ts";

/**
 * One thing in the transcript. Blocks never change in place: a new object replaces the old one, so the rows of a
 * block can be kept for as long as the block itself is there.
 */
export type Block =
  | { kind: "person"; text: string; open: boolean }
  /** One finished block of markdown, or (`open`) the end of a reply that still streams. */
  | { kind: "reply"; text: string; open: boolean }
  | { kind: "thinking"; text: string; live: boolean; open: boolean }
  | ToolBlock
  | { kind: "notice"; level: "info" | "warning" | "error"; text: string; advice?: string }
  | { kind: "answer"; said: "yes" | "no" | "withdrawn"; sentence: string }
  | { kind: "help" };

export type ToolBlock = {
  kind: "tool";
  id: string;
  name: string;
  effect: "reads" | "changes" | "destroys";
  input: unknown;
  /** Milliseconds of the clock when it started. */
  startedAt: number;
  progress?: Progress;
  outcome?: ToolOutcome;
  /** The turn ended before the tool answered. */
  stopped?: true;
  open: boolean;
};

/** True while the block's look depends on the time: then its rows are not kept. */
export function isLive(block: Block): boolean {
  return block.kind === "tool" && block.outcome === undefined && !block.stopped;
}

/** Whether the block has something folded away that a person can open. */
export function canOpen(block: Block): boolean {
  switch (block.kind) {
    case "tool":
      return true;
    case "thinking":
      return !block.live;
    case "person":
      return block.text.split("\n", PERSON_ROWS + 1).length > PERSON_ROWS;
    case "reply":
    case "notice":
    case "answer":
    case "help":
      return false;
  }
}

/** Lines of a person's own message that are shown while it is folded. */
export const PERSON_ROWS = 12;
