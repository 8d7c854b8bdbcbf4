import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import blessed from "blessed";
import { type Cell, cellWidth, createCellPainter, type Line } from "./cells.ts";
import type { Row } from "./rows.ts";
import type { Frame } from "./view.ts";

export type ScreenOptions = {
  columns: number;
  rows: number;
  write(text: string): void;
  /** TERM, NO_COLOR, TMUX are looked at. */
  env: Readonly<Record<string, string | undefined>>;
  title: string | undefined;
};

export type Screen = {
  /** Shows the frame: sends only what differs from what is shown, and nothing where nothing does. */
  paint(frame: Frame): void;
  resize(columns: number, rows: number): void;
  /** Leaves the alternate screen and every mode behind; `enter` comes back. Both may be called twice. */
  leave(): void;
  enter(): void;
  /** Leaves for good. */
  close(): void;
};

/** What of blessed is used beyond its published types: its cells, its diff and its terminal. */
type Inside = {
  lines: Line[];
  olines: Cell[][];
  alloc(): void;
  draw(from: number, to: number): void;
  enter(): void;
  leave(): void;
  destroy(): void;
  program: { cols: number; rows: number; flush(): void };
  tput: { brokenACS: boolean };
};

// Pasted text marked, mouse wheel and clicks in SGR form, focus reports.
const MODES_ON = "\u001b[?2004h\u001b[?1000h\u001b[?1006h\u001b[?1004h";
const MODES_OFF = "\u001b[?1004l\u001b[?1006l\u001b[?1000l\u001b[?2004l";
// The kitty keyboard protocol, which tells Shift+Enter from Enter; terminals without it ignore this.
const KEYBOARD_ON = "\u001b[>1u";
const KEYBOARD_OFF = "\u001b[<u";
const FRAME_ON = "\u001b[?2026h";
const FRAME_OFF = "\u001b[?2026l";
const SHOW_CURSOR = "\u001b[?25h";
const HIDE_CURSOR = "\u001b[?25l";

/**
 * The only file that knows blessed, and it uses little of it: the terminal's description, the alternate screen and
 * the diff between two screens of cells. Rows are written into its cells directly, and it never sees a key.
 */
export function openScreen(options: ScreenOptions): Screen {
  let collected = "";
  const output = Object.assign(new EventEmitter(), {
    isTTY: true,
    writable: true,
    columns: options.columns,
    rows: options.rows,
    write(text: string) {
      collected += text;
      return true;
    },
  });
  const linux = options.env.TERM === "linux";
  const inside = createInside(output, linux ? "linux" : "xterm-256color");
  const painter = createCellPainter(!options.env.NO_COLOR);
  const title = options.title === undefined ? "" : `\u001b[22;2t\u001b]2;${options.title}\u0007`;
  const untitle = options.title === undefined ? "" : "\u001b[23;2t";
  let shown: readonly Row[] = [];
  let cursor = "";
  let inUse = true;
  let begun = false;

  const take = (): string => {
    inside.program.flush();
    const text = collected;
    collected = "";
    return text;
  };
  const on = () => `${MODES_ON}${linux ? "" : KEYBOARD_ON}${title}`;
  const off = () => `${FRAME_OFF}${linux ? "" : KEYBOARD_OFF}${MODES_OFF}${untitle}`;

  return {
    paint(frame) {
      if (!inUse) return;
      for (const [y, line] of inside.lines.entries()) {
        const row = frame.rows[y] ?? [];
        if (shown[y] !== row) painter.write(line, row, y);
      }
      shown = frame.rows;
      inside.draw(0, inside.lines.length - 1);
      const body = take();
      const place = frame.caret
        ? `\u001b[${frame.caret.y + 1};${frame.caret.x + 1}H${SHOW_CURSOR}`
        : HIDE_CURSOR;
      if (body === "" && place === cursor) return;
      cursor = place;
      const modes = begun ? "" : on();
      begun = true;
      // The cursor is hidden while cells are drawn and stands at the caret afterwards, where input methods look for it.
      options.write(
        `${FRAME_ON}${modes}${body === "" ? "" : HIDE_CURSOR}${body}${place}${FRAME_OFF}`,
      );
    },
    resize(columns, rows) {
      output.columns = columns;
      output.rows = rows;
      inside.program.cols = columns;
      inside.program.rows = rows;
      inside.alloc();
      shown = [];
    },
    leave() {
      if (!inUse) return;
      inUse = false;
      inside.leave();
      options.write(`${off()}${take()}${SHOW_CURSOR}`);
    },
    enter() {
      if (inUse) return;
      inUse = true;
      begun = false;
      cursor = "";
      shown = [];
      inside.enter();
    },
    close() {
      this.leave();
      inside.destroy();
      collected = "";
    },
  };
}

function createInside(output: EventEmitter, terminal: string): Inside {
  const input = Object.assign(new PassThrough(), { isTTY: true, isRaw: true, setRawMode() {} });
  const { TMUX } = process.env;
  // Inside tmux blessed runs `tmux -V` before anything is painted, for a feature that is not used here.
  delete process.env.TMUX;
  try {
    const screen = blessed.screen({
      input,
      output,
      terminal,
      fullUnicode: true,
      forceUnicode: true,
      smartCSR: false,
    } as unknown as blessed.Widgets.IScreenOptions); // the types want real terminals and lack forceUnicode
    disarm();
    const inside = screen as unknown as Inside; // members that blessed has and its types do not name
    inside.tput.brokenACS = true; // lines as UTF-8, not in the terminal's old drawing alphabet
    return inside;
  } finally {
    if (TMUX !== undefined) process.env.TMUX = TMUX;
  }
}

/** blessed has its own idea of signals and crashes; here the lifecycle of the terminal is ours. */
function disarm(): void {
  type Listener = (...args: unknown[]) => void;
  const inner = blessed as unknown as {
    Screen: Record<`_${string}Handler`, Listener>;
    unicode: { charWidth(text: string | number, at?: number): number };
  }; // likewise not in the types
  process.removeListener("uncaughtException", inner.Screen._exceptionHandler ?? (() => {}));
  for (const signal of ["SIGTERM", "SIGINT", "SIGQUIT"] as const) {
    const listener = inner.Screen[`_${signal.toLowerCase()}Handler`];
    if (listener) process.removeListener(signal, listener);
  }
  inner.unicode.charWidth = (text) => (typeof text === "string" ? cellWidth(text) : 1);
}
