import { textColumns, withMark } from "./margin.ts";
import { BOLD, EMPTY, MUTED, type Row, span } from "./rows.ts";
import { type State, UNKNOWN_STATUS } from "./state.ts";
import { wrapText } from "./wrap.ts";

const OF_CLUSTER = ["how full is fs1?", "list the filesets of fs1", "show the running jobs"];
const CREATING = "create a fileset called projects on fs1 with a 10 GiB quota";
const OF_RECORDER = ["transcribe the last one", "what did I say about the budget?"];
const OF_PORTAL = ["what can I image tonight?", "is it safe at SSO?", "how many points do I have?"];

function canOnlyRead({ status }: State): boolean {
  return status.mode === "read-only" && status !== UNKNOWN_STATUS;
}

function examples(state: State): readonly string[] {
  const names = new Set(state.status.systems.map(({ name }) => name));
  if (names.has("portal") && !names.has("cluster")) return OF_PORTAL;
  const [first = "", second = "", third = ""] = OF_CLUSTER;
  const last = names.has("portal") ? (OF_PORTAL[0] ?? "") : third;
  const recorder = canOnlyRead(state) ? "how is the recorder?" : "start recording";
  if (!names.has("cluster") && names.has("recorder")) return [recorder, ...OF_RECORDER];
  const more = names.has("recorder") ? [recorder] : [];
  return [first, canOnlyRead(state) ? second : CREATING, last, ...more];
}

/** The empty screen: what this is, three sentences to begin with, where help is. As much of it as fits. */
export function welcomeRows(state: State, height: number): Row[] {
  const { columns, status } = state;
  const room = textColumns(columns);
  const promise = canOnlyRead(state)
    ? "Ask your gear in plain words. Outpost can read everything and change nothing."
    : "Talk to your gear in plain words. Nothing is changed before you have said yes.";
  const simulated = "This is the demo: its systems are simulated, so try what you like.";
  const title = withMark(
    "",
    MUTED,
    [[span("Outpost", { tone: "accent", bold: true })], ...wrapText(promise, room)],
    columns,
  );
  const note = status.simulated
    ? withMark("", MUTED, wrapText(simulated, room, MUTED), columns)
    : [];
  const places = status.places.flatMap(({ name, url, key }) => {
    const rows = [[span(`${name} `, MUTED), span(url)]];
    if (key !== undefined) rows.push([span("  its API key ", MUTED), span(key)]);
    return withMark("", MUTED, rows, columns);
  });
  const tries = examples(state).flatMap((text) =>
    withMark("❯", MUTED, wrapText(text, room, BOLD), columns),
  );
  const help = withMark(
    "",
    MUTED,
    [[span("/help", { tone: "accent" }), span(" shows keys and commands", MUTED)]],
    columns,
  );
  const full = [EMPTY, ...title, ...note, ...places, EMPTY, ...tries, EMPTY, ...help];
  const rows =
    full.length <= height
      ? full
      : [...title.slice(0, 1), ...tries, ...help].slice(0, Math.max(0, height));
  return [...rows, ...Array.from({ length: Math.max(0, height - rows.length) }, () => EMPTY)];
}
