import { approveFlag, readApprovals } from "../approval.ts";
import type { Hub } from "../hub.ts";
import { COMMANDS, type CommandName, commandOf } from "../slash-commands.ts";
import { statusText } from "../status-text.ts";
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

const HELP = [
  "Say what you want. Ctrl-C interrupts, twice leaves; Ctrl-D leaves.",
  ...COMMANDS.map(({ name, words }) => `/${name.padEnd(9)}${words}`),
].join("\n");

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
  let left = false;
  let leave: (how: "left" | "quit") => void = () => undefined;
  const leaving = new Promise<"left" | "quit">((resolve) => {
    leave = (how) => {
      left = true;
      resolve(how);
    };
  });

  function prompt(): void {
    if (!io.interactive || turns.size > 0 || left) return;
    io.output.write("> ");
    printer.cursorAt("mid-line");
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
    if (io.interactive) printer.cursorAt("line-start");
    const said = line.trim();
    const command = commandOf(said);
    if (said !== "" && !command) say(said);
    else {
      if (command && "name" in command) run(command.name);
      else if (command) printer.line(`! ${command.unknown} ${command.advice}`);
      prompt();
    }
  }

  function run(command: CommandName): void {
    if (command === "quit") leave("quit");
    else if (command === "help") printer.line(HELP);
    else if (command === "status") printer.line(statusText(hub.status()));
    else if (command === "details") {
      const how = printer.toggleFull() ? "with all they said" : "in a line";
      printer.line(`From here on calls are told ${how}.`);
    } else {
      hub.clear();
      printer.line("The conversation starts afresh.");
    }
  }

  const lines = readLines(io.input, onLine);
  hub.askThrough(async (question, signal) => {
    printer.endLine();
    const given = approvals.use(question);
    if (!given && io.interactive) {
      printer.cursorAt("mid-line");
      const answer = await askInText(question, io.output, lines, signal, printer.endLine);
      if (answer.say !== "cancel") printer.cursorAt("line-start");
      return answer;
    }
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
      // The terminal has written ^C where the cursor stood.
      if (io.interactive) printer.cursorAt("mid-line");
      if (onceMore) return leave("left");
      onceMore = true;
      if (turns.size > 0) hub.interrupt();
      printer.line(`${turns.size > 0 ? "Interrupting." : ""} Ctrl-C again leaves.`.trim());
      prompt();
    }),
  ];

  printer.line(statusText(hub.status()));
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
