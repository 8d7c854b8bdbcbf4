import { z } from "zod";
import { cleanText, cut } from "../tools/kit/untrusted.ts";
import { rowText } from "./tui/rows.ts";
import { wrapText } from "./tui/wrap.ts";

const Line = z.object({
  seq: z.number(),
  time: z.string(),
  event: z.string(),
  call: z.string().optional(),
  who: z.string().optional(),
  client: z.string().optional(),
  tool: z.string().optional(),
  plan: z.string().optional(),
  request: z.string().optional(),
  confirmed: z.string().optional(),
  job: z.string().optional(),
  result: z.string().optional(),
});

const CONFIRMED: Readonly<Record<string, string>> = {
  elicitation: "by answer",
  flag: "by --approve",
  approve: "by outpost approve",
  client: "by the client",
};

/** Fewer columns than this beside the number and the time are left to the terminal. */
const NARROWEST = 24;

/**
 * Reads the lines of an audit log in their order, and says each as a person reads it: what was done to a call is told
 * with the name of its tool, which stands in an earlier line. A line that cannot be read is shown as it is. With
 * `columns` a sentence that is longer goes on in indented lines, broken between words.
 */
export function createAuditReader(columns?: number): (text: string) => string {
  const tools = new Map<string, string>();
  return (text) => {
    const line = parse(text);
    if (!line) return `   ?  ${cleanText(cut(text, 200))}`;
    const { call, tool } = line;
    if (call !== undefined && tool !== undefined) tools.set(call, tool);
    const words = wordsOf({ ...line, tool: tool ?? tools.get(call ?? "") });
    const when = line.time.replace("T", " ").replace(/\.\d+Z$/, "Z");
    return hung(cleanText(`${String(line.seq).padStart(4)}  ${when}  `), words, columns);
  };
}

function wordsOf(line: z.infer<typeof Line>): string {
  const who = line.client === undefined ? line.who : `${line.who ?? "?"} by ${line.client}`;
  const what = line.request ?? line.plan ?? "";
  const parts = [
    line.event.padEnd(8),
    line.tool,
    what,
    line.confirmed === undefined
      ? undefined
      : `(confirmed: ${CONFIRMED[line.confirmed] ?? line.confirmed})`,
    line.job === undefined ? undefined : `job ${line.job}`,
    line.result === undefined ? undefined : `→ ${line.result}`,
    who === undefined ? undefined : `[${who}]`,
  ];
  return cleanText(parts.filter((part) => part !== undefined && part !== "").join("  "));
}

/** The words behind their head; further lines of them stand below the first. */
function hung(head: string, words: string, columns = 0): string {
  const room = columns - head.length;
  if (room < NARROWEST) return head + words;
  return (
    head +
    wrapText(words, room)
      .map(rowText)
      .join(`\n${" ".repeat(head.length)}`)
  );
}

function parse(text: string): z.infer<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
