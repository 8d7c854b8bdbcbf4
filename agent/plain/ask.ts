import { approveFlag, readApprovals } from "../approval.ts";
import type { AskPerson } from "../events.ts";
import type { Hub } from "../hub.ts";
import { askInText, planLines } from "./ask-in-text.ts";
import { type PlainIo, processIo } from "./io.ts";
import { readLines } from "./lines.ts";
import { createPrinter } from "./printer.ts";
import { createTally } from "./tally.ts";

type OutputFormat = "text" | "json" | "stream-json";

export type AskOptions = {
  hub: Hub;
  /** Each is one turn of the same conversation. */
  sentences: readonly string[];
  outputFormat?: OutputFormat;
  /** `TOOL` or `TOOL=TARGET`, each good for one call. */
  approve?: readonly string[];
  io?: PlainIo;
};

/**
 * Says the sentences one after the other and prints what comes of them; resolves with the exit code. The hub stays
 * open, for the caller to close. Throws HubError `bad-input` for an --approve that is none.
 */
export async function runAsk(options: AskOptions): Promise<number> {
  const { hub, sentences, outputFormat = "text" } = options;
  const io = options.io ?? processIo();
  const approvals = readApprovals(options.approve ?? []);
  const tally = createTally();
  const json = (value: object) => io.output.write(`${JSON.stringify(value)}\n`);
  const printer = createPrinter({ out: io.output, side: io.errors, hold: !isTerminal(io.output) });

  // Read from the start, so that what was typed ahead answers no question.
  const lines = io.interactive ? readLines(io.input, () => undefined) : undefined;
  const ask: AskPerson = async (question, signal) => {
    const given = approvals.use(question);
    printer.endLine();
    if (given) {
      io.errors.write(`${planLines(question)}Approved by --approve.\n`);
      return given;
    }
    if (!lines) {
      io.errors.write(`${planLines(question)}${nobodyToAsk(approveFlag(question))}\n`);
      return { say: "cancel" };
    }
    return askInText(question, io.errors, lines, signal);
  };
  hub.askThrough(ask);

  const stop = [
    hub.subscribe(tally.note),
    hub.subscribe((event) => {
      if (outputFormat === "text") printer.print(event);
      else if (outputFormat === "stream-json") json(event);
    }),
  ];
  let interrupted = false;
  const left = new Promise<"left">((resolve) => {
    stop.push(
      io.onInterrupt(() => {
        if (interrupted) resolve("left");
        interrupted = true;
        hub.interrupt();
      }),
    );
    // Whoever read the answers has gone (`outpost ask … | head`): there is nobody to go on for.
    const gone = () => {
      hub.interrupt();
      resolve("left");
    };
    io.output.once("error", gone);
    stop.push(() => io.output.off("error", gone));
  });
  const said = async () => {
    for (const sentence of sentences) {
      if (interrupted) return;
      await hub.say(sentence);
      const end = tally.turns.at(-1)?.end?.kind;
      if (end === "failed" || end === "interrupted") return;
    }
  };
  const ended = await Promise.race([said(), left]);
  const code = interrupted || ended === "left" ? 130 : tally.code();
  for (const leave of stop) leave();
  lines?.close();

  if (outputFormat !== "text") {
    const { model, tokens, cost, simulated } = hub.status();
    const result = { exit_code: code, turns: tally.turns, model, simulated, tokens, cost };
    json(outputFormat === "json" ? result : { type: "result", ...result });
  }
  for (const unused of approvals.unused())
    io.errors.write(`! --approve ${unused} was not used: no call asked for it.\n`);
  return code;
}

const nobodyToAsk = (flag: string) =>
  `Not confirmed: there is nobody to ask here. To allow exactly this, once, add:\n  ${flag}`;

const isTerminal = (stream: object): boolean => "isTTY" in stream && stream.isTTY === true;
