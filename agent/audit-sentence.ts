import { z } from "zod";
import { cleanText, cut } from "../tools/kit/untrusted.ts";

const Line = z.looseObject({
  seq: z.number(),
  time: z.string(),
  event: z.string(),
  who: z.string().optional(),
  client: z.string().optional(),
  tool: z.string().optional(),
  plan: z.string().optional(),
  request: z.string().optional(),
  confirmed: z.string().optional(),
  job: z.string().optional(),
  result: z.string().optional(),
});

/** A line of the audit log as a person reads it; a line that cannot be read is shown as it is. */
export function auditSentence(text: string): string {
  const line = parse(text);
  if (!line) return `   ?  ${cleanText(cut(text, 200))}`;
  const who = line.client === undefined ? line.who : `${line.who ?? "?"} by ${line.client}`;
  const what = line.request ?? line.plan ?? "";
  const parts = [
    String(line.seq).padStart(4),
    line.time.replace("T", " ").replace(/\.\d+Z$/, "Z"),
    line.event.padEnd(8),
    line.tool,
    what,
    line.confirmed === undefined ? undefined : `(confirmed: ${line.confirmed})`,
    line.job === undefined ? undefined : `job ${line.job}`,
    line.result === undefined ? undefined : `→ ${line.result}`,
    who === undefined ? undefined : `[${who}]`,
  ];
  return cleanText(parts.filter((part) => part !== undefined && part !== "").join("  "));
}

function parse(text: string): z.infer<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
