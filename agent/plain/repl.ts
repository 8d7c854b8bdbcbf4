import { approveFlag, readApprovals } from "../approval.ts";
import type { Hub, HubStatus } from "../hub.ts";
import { askInText, planLines } from "./ask-in-text.ts";
import { type PlainIo, processIo } from "./io.ts";
import { readLines } from "./lines.ts";
import { createPrinter } from "./printer.ts";
import { createTally } from "./tally.ts";

export type PlainOptions = {
  hub: Hub;
  /** Words for confirmations where nobody can be asked: `TOOL` or `TOOL=TARGET`, each good for one call. */
  approve?: readonly string[];
  io?: PlainIo;
};

const HELP = `Say what you want, in a sentence. Ctrl-C interrupts, twice leaves; Ctrl-D leaves.
/status  model, mode, tokens, systems     /clear  start the conversation afresh
/help    this                             /quit   leave`;

/**
 * The hub line by line: for dumb terminals, screen readers and pipes. Resolves with the exit code when its input has
 * ended and all that was said is answered, or on a second Ctrl-C (130). The hub stays open, for the caller to close.
 */
export async function runPlain(options: PlainOptions): Promise<number> {
  const { hub } = options;
  const io = options.io ?? processIo();
  const approvals = readApprovals(options.approve ?? []);
  const tally = createTally();
  const printer = createPrinter({ out: io.output, side: io.output, hold: false });
  const turns = new Set<Promise<void>>();
  let onceMore = false;
  let leave: (how: "left" | "quit") => void = () => undefined;
  const leaving = new Promise<"left" | "quit">((resolve) => {
    leave = resolve;
  });

  function prompt(): void {
    if (io.interactive && turns.size === 0) io.output.write("> ");
  }

  function say(sentence: string): void {
    const turn = hub.say(sentence).finally(() => {
      turns.delete(turn);
      prompt();
    });
    turns.add(turn);
  }

  function onLine(line: string): void {
    onceMore = false;
    const said = line.trim();
    if (said === "/quit" || said === "/exit") leave("quit");
    else if (said === "" || said.startsWith("/")) {
      command(said);
      prompt();
    } else say(said);
  }

  function command(said: string): void {
    if (said === "/clear") {
      hub.clear();
      printer.line("The conversation starts afresh.");
    } else if (said === "/status") printer.line(statusLine(hub.status()));
    else if (said === "/help") printer.line(HELP);
    else if (said !== "") printer.line(`! There is no ${said}. /help lists what there is.`);
  }

  const lines = readLines(io.input, onLine);
  hub.askThrough(async (question, signal) => {
    printer.endLine();
    const given = approvals.use(question);
    if (!given && io.interactive) return askInText(question, io.output, lines, signal);
    io.output.write(planLines(question));
    printer.line(
      given
        ? "Approved by --approve."
        : `Not confirmed: there is nobody to ask here. To allow exactly this, once, add:\n  ${approveFlag(question)}`,
    );
    return given ?? { say: "no" };
  });
  const stop = [
    hub.subscribe(tally.note),
    hub.subscribe(printer.print),
    io.onInterrupt(() => {
      if (onceMore) return leave("left");
      onceMore = true;
      if (turns.size > 0) hub.interrupt();
      printer.line(`${turns.size > 0 ? "Interrupting." : ""} Ctrl-C again leaves.`.trim());
    }),
  ];

  printer.line(statusLine(hub.status()));
  for (const { name, url, key } of hub.status().places)
    printer.line(`  ${name}: ${url}${key === undefined ? "" : `, with the API key ${key}`}`);
  if (io.interactive) printer.line("Type a sentence, or /help.");
  prompt();
  const answered = async () => {
    await lines.closed;
    while (turns.size > 0) await Promise.all(turns);
    return "ended" as const;
  };
  const how = await Promise.race([answered(), leaving]);
  for (const end of stop) end();
  lines.close();
  if (io.interactive) printer.endLine();
  if (how === "left") return 130;
  return io.interactive ? 0 : tally.code();
}

const MODES: Record<HubStatus["mode"], string> = {
  "read-only": "READ-ONLY",
  writes: "WRITES are open",
  destructive: "DESTRUCTIVE calls are open",
};

function statusLine(status: HubStatus): string {
  const { input, output, cacheRead, cacheWrite } = status.tokens;
  const spent = input + output + cacheRead + cacheWrite;
  return [
    `Outpost, ${status.model}`,
    MODES[status.mode],
    status.simulated ? "DEMO: the systems are simulated" : "",
    ...status.systems.map(({ name, words }) => (name === "" ? words : `${name}: ${words}`)),
    status.metered && spent > 0 ? `${spent} tokens` : "",
    status.cost ? `$${status.cost.toFixed(4)}` : "",
  ]
    .filter(Boolean)
    .join(" | ");
}
