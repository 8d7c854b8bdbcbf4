import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { type AuditLine, auditFiles, GENESIS, lineHash } from "./audit.ts";
import { readIfThere } from "./durable.ts";

export type AuditVerdict =
  | { whole: true; count: number; hash: string }
  | { whole: false; line: number; why: string };

/**
 * Walks the chain and names the first broken line (counted from 1). `kept` is a head that the operator wrote down
 * elsewhere; with it even a rewritten log with a rewritten head is found out.
 */
export async function verifyAudit(
  folder: string,
  kept?: { count: number; hash: string },
): Promise<AuditVerdict> {
  const files = auditFiles(folder);
  const stored = await readIfThere(files.head);
  const head: { count: number; hash: string } =
    stored === undefined ? { count: 0, hash: GENESIS } : JSON.parse(stored);
  const marks = [{ ...head, name: "the head file" }];
  if (kept) marks.push({ ...kept, name: "the head you kept" });
  let count = 0;
  let hash = GENESIS;
  let torn: string | undefined;
  for await (const text of auditLines(folder)) {
    if (torn !== undefined) return { whole: false, line: count + 1, why: "it is not JSON" };
    const broken = flaw(text, count + 1, hash);
    if (broken === "it is not JSON" && count >= head.count) {
      // A process killed in mid-append leaves half a line that no head counts and nobody was told of.
      torn = text;
      continue;
    }
    count++;
    if (typeof broken === "string") return { whole: false, line: count, why: broken };
    hash = broken.hash;
    for (const mark of marks)
      if (mark.count === count && mark.hash !== hash)
        return { whole: false, line: count, why: `its hash is not the one in ${mark.name}` };
  }
  for (const mark of marks)
    if (mark.count > count)
      return {
        whole: false,
        line: count + 1,
        why: `the log ends after ${count} lines, but ${mark.name} counts ${mark.count}: the tail was cut`,
      };
  // One line alone is what a process leaves that was killed before it could write the first head.
  if (stored === undefined && count > 1 && kept?.count !== count)
    return {
      whole: false,
      line: count + 1,
      why: `the log ends after ${count} lines, and the head file is missing that would say whether more were there`,
    };
  return { whole: true, count, hash };
}

function flaw(text: string, count: number, before: string): string | { hash: string } {
  let line: AuditLine;
  try {
    line = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (line.seq !== count) return `it is numbered ${line.seq}: a line is missing or out of order`;
  if (line.prev !== before) return "it does not follow from the line before";
  if (lineHash(line) !== line.hash) return "its content does not match its hash";
  return { hash: line.hash };
}

/** The lines of the log, oldest first; nothing where there is no log yet. */
export async function* auditLines(folder: string): AsyncGenerator<string> {
  const path = auditFiles(folder).lines;
  if (!existsSync(path)) return;
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
  for await (const line of lines) yield line;
}
