import type { Block } from "./blocks.ts";
import { openScreen } from "./screen.ts";
import { type Msg, type State, startState, UNKNOWN_STATUS } from "./state.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

export type FrameCost = {
  lines: number;
  /** Milliseconds from a state to bytes: the very first frame, and then while a reply streams below the history. */
  first: number;
  p50: number;
  p95: number;
  most: number;
  /** Milliseconds for a jump to the first line of the transcript. */
  home: number;
  /** Bytes that the terminal gets for a frame, on average. */
  bytes: number;
};

const PARAGRAPH = [
  "The fileset `projects` of **fs1** holds 7.4 GiB of its 10 GiB; 한글 names and 😀 are counted as they are drawn.",
  "- one point of a list that is long enough to go round the corner of the screen at eighty columns",
  "- another",
  "",
  "| fileset | used |",
  "|:--|--:|",
  "| projects | 7.4 GiB |",
  "| home | 120 GiB |",
].join("\n");

/** What frames cost over a transcript of so many lines, on a screen of 120 × 40. Nothing is written anywhere. */
export function frameCost(lines: number, frames: number): FrameCost {
  let bytes = 0;
  const write = (text: string) => {
    bytes += text.length;
  };
  const screen = openScreen({ columns: 120, rows: 40, env: {}, title: undefined, write });
  let state = withHistory(lines);
  const paint = () => {
    const from = performance.now();
    screen.paint(view(state));
    return performance.now() - from;
  };
  const step = (msg: Msg) => {
    state = update(state, msg).state;
  };

  const first = paint();
  step({ type: "agent", event: { type: "turn-started", text: "go on" }, at: 0 });
  bytes = 0;
  const times: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const from = performance.now();
    // Twenty tokens to the line, a line to the frame: faster than models write.
    for (let word = 0; word < 20; word++)
      step({
        type: "agent",
        event: { type: "text", text: `w${frame * 20 + word}${word === 19 ? ".\n\n" : " "}` },
        at: frame,
      });
    times.push(performance.now() - from + paint());
  }
  const perFrame = bytes / frames;
  step({
    type: "key",
    key: { type: "key", name: "home", ctrl: true, alt: false, shift: false },
    at: 0,
    alone: true,
  });
  const home = paint();
  screen.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return {
    lines,
    first,
    p50: at(0.5),
    p95: at(0.95),
    most: at(1),
    home,
    bytes: Math.round(perFrame),
  };
}

function withHistory(lines: number): State {
  const each = PARAGRAPH.split("\n").length;
  const past = Array.from(
    { length: Math.ceil(lines / each) },
    (): Block => ({ kind: "reply", text: PARAGRAPH, open: false }),
  );
  return { ...startState({ columns: 120, rows: 40 }, UNKNOWN_STATUS, 0), past };
}
