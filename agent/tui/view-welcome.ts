import { textColumns, withMark } from "./margin.ts";
import { BOLD, EMPTY, MUTED, type Row, span } from "./rows.ts";
import { type State, UNKNOWN_STATUS } from "./state.ts";
import { wrapText } from "./wrap.ts";

const READ_EXAMPLES = ["how full is fs1?", "list the filesets of fs1", "show the running jobs"];
const WRITE_EXAMPLES = [
  "how full is fs1?",
  "create a fileset called projects on fs1 with a 10 GiB quota",
  "show the running jobs",
];

function canOnlyRead({ status }: State): boolean {
  return status.mode === "read-only" && status !== UNKNOWN_STATUS;
}

function examples(state: State): readonly string[] {
  return canOnlyRead(state) ? READ_EXAMPLES : WRITE_EXAMPLES;
}

/** The empty screen: what this is, three sentences to begin with, where help is. As much of it as fits. */
export function welcomeRows(state: State, height: number): Row[] {
  const { columns, status } = state;
  const room = textColumns(columns);
  const promise = canOnlyRead(state)
    ? "Ask your cluster in plain words. It can read everything and change nothing."
    : "Talk to your cluster in plain words. Nothing is changed before you have said yes.";
  const simulated = "This is the demo: its cluster is simulated, so try what you like.";
  const title = withMark(
    "",
    MUTED,
    [[span("Outpost", { tone: "accent", bold: true })], ...wrapText(promise, room)],
    columns,
  );
  const note = status.simulated
    ? withMark("", MUTED, wrapText(simulated, room, MUTED), columns)
    : [];
  const tries = examples(state).flatMap((text) =>
    withMark("❯", MUTED, wrapText(text, room, BOLD), columns),
  );
  const help = withMark(
    "",
    MUTED,
    [[span("/help", { tone: "accent" }), span(" shows keys and commands", MUTED)]],
    columns,
  );
  const full = [EMPTY, ...title, ...note, EMPTY, ...tries, EMPTY, ...help];
  const rows =
    full.length <= height
      ? full
      : [...title.slice(0, 1), ...tries, ...help].slice(0, Math.max(0, height));
  return [...rows, ...Array.from({ length: Math.max(0, height - rows.length) }, () => EMPTY)];
}
