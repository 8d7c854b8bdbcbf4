import type { Writable } from "node:stream";
import type { Json } from "../../tools/kit/json.ts";
import { cleanText, cut, showJson } from "../../tools/kit/untrusted.ts";
import { endWord } from "../end-word.ts";
import type { AgentEvent, TurnEnd } from "../events.ts";

type Progressing = { name: string; quarter: number; printed: number };

/** Of one call, where all that it said is shown. */
const MOST_LINES = 400;

/** A job that says nothing new is still worth a line this often. */
const PROGRESS_EVERY_MS = 10_000;

/**
 * Writes the events of a turn as plain lines: answers to `out`, everything else to `side`. Works on any terminal and
 * reads well aloud: no colour, no cursor, no line that changes. With `hold` an answer is written when it is whole,
 * so that a reply that broke off never reaches a pipe.
 */
export function createPrinter(to: {
  out: Writable;
  side: Writable;
  hold: boolean;
  now?: () => number;
}) {
  const now = to.now ?? (() => performance.now());
  const running = new Map<string, Progressing>();
  let held = "";
  let midLine = false;
  let attempt = 0;
  let full = false;

  function text(words: string): void {
    if (to.hold) held += words;
    else say(words);
  }

  function say(words: string): void {
    if (words === "") return;
    to.out.write(words);
    midLine = !words.endsWith("\n");
  }

  function endLine(): void {
    if (midLine) to.out.write("\n");
    midLine = false;
  }

  function line(words: string): void {
    endLine();
    to.side.write(`${words}\n`);
  }

  function progress({ id, progress: { done, total, message } }: EventOf<"tool-progress">): void {
    const tool = running.get(id);
    if (!tool) return;
    const quarter = total ? Math.floor((done / total) * 4) : 0;
    const due = now() - tool.printed >= PROGRESS_EVERY_MS;
    if (quarter <= tool.quarter && !due) return;
    running.set(id, { ...tool, quarter, printed: now() });
    const percent = total ? `${Math.floor((done / total) * 100)} %` : "";
    line(`  ${[tool.name, percent, cut(message, 120)].filter(Boolean).join(", ")}`);
  }

  function toolStarted({ call, effect }: EventOf<"tool-started">): void {
    const name = cleanText(call.name);
    running.set(call.id, { name, quarter: -1, printed: now() });
    line(`* ${name}${effect === "reads" ? "" : ` (${effect})`} ${inputLine(call.input)}`);
  }

  function toolEnded({ id, outcome }: EventOf<"tool-ended">): void {
    const name = running.get(id)?.name ?? "it";
    running.delete(id);
    const told = cut(firstLine(outcome.text), 400);
    const how = endWord(outcome).replace("failed", "FAILED");
    line(`  ${name} ${how}, ${outcome.seconds.toFixed(1)} s: ${told}`);
    const rest = full ? outcome.text.trim().split("\n").slice(1) : [];
    for (const row of rest.slice(0, MOST_LINES)) line(`    ${row}`);
    if (rest.length > MOST_LINES) line(`    … ${rest.length - MOST_LINES} more lines`);
  }

  /** The countdown comes every second; one line for each attempt is enough here. */
  function retrying({ reason, attempt: next, inSeconds }: EventOf<"retrying">): void {
    held = "";
    if (next === attempt) return;
    attempt = next;
    const anew = midLine ? " The answer starts anew then." : "";
    line(`! ${reason} Attempt ${next} in ${inSeconds} s.${anew}`);
  }

  function print(event: AgentEvent): void {
    switch (event.type) {
      case "text":
        text(event.text);
        break;
      case "reply-ended":
        say(held);
        held = "";
        attempt = 0;
        endLine();
        break;
      case "tool-started":
        toolStarted(event);
        break;
      case "tool-progress":
        progress(event);
        break;
      case "tool-ended":
        toolEnded(event);
        break;
      case "retrying":
        retrying(event);
        break;
      case "notice":
        line(`! ${event.text}`);
        break;
      case "turn-ended":
        held = "";
        attempt = 0;
        endLine();
        endOf(event.why, line);
        break;
      case "turn-started":
      case "thinking":
        break;
    }
  }

  return {
    print,
    line,
    endLine,
    /** From here on a call is told with all it said, or in a line again. True for the former. */
    toggleFull: () => (full = !full),
    /** Where the cursor of a terminal that echoes what is typed stands now: at the start of a line or not. */
    cursorAt(place: "line-start" | "mid-line"): void {
      midLine = place === "mid-line";
    },
  };
}

type EventOf<T extends AgentEvent["type"]> = Extract<AgentEvent, { type: T }>;

function endOf(why: TurnEnd, line: (words: string) => void): void {
  if (why.kind === "interrupted") line("! Interrupted.");
  else if (why.kind === "failed") line(`! ${[why.message, why.advice].filter(Boolean).join(" ")}`);
}

const firstLine = (text: string) => text.trim().split("\n", 1)[0] ?? "";

// as Json: the input was parsed from JSON
const inputLine = (input: unknown) => cut(showJson((input ?? {}) as Json), 300);
