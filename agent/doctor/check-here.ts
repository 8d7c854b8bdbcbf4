import { access, constants, mkdir, stat } from "node:fs/promises";
import type { Reading } from "../../config/read.ts";
import type { Settings } from "../../config/schema.ts";
import { verifyAudit } from "../../tools/kit/audit-verify.ts";
import { hasPin } from "../../tools/kit/pin.ts";
import { panicFile } from "../../tools/kit/state.ts";
import { modelChoice } from "../model.ts";
import type { Check } from "./check.ts";

/** The settings: where they came from, or every problem with its fix. */
export function* checkSettings(reading: Reading): Generator<Check> {
  const name = "settings";
  if (!reading.ok) {
    for (const { name: what, wrong, fix } of reading.problems)
      yield { name, result: "bad", says: `${what} ${wrong}.`, fix, problem: "bad-input" };
    return;
  }
  const count = Object.keys(reading.origins).length;
  const places = [...new Set(Object.values(reading.origins))];
  const says = count === 0 ? "none is set" : `${count} from ${places.join(", ")}`;
  yield { name, result: count === 0 ? "note" : "good", says };
  for (const { name: what, wrong, fix } of reading.warnings)
    yield { name, result: "note", says: `${what} ${wrong}`, fix };
}

/** The state folder: ours alone, and its audit log whole. */
export async function* checkState(folder: string): AsyncGenerator<Check> {
  const name = "state";
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
  } catch {
    const fix = "Make it yours, or set OUTPOST_STATE_DIR.";
    yield { name, result: "bad", says: `${folder} cannot be written.`, fix, problem: "failed" };
    return;
  }
  const { mode } = await stat(folder);
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    yield { name, result: "note", says: `${folder} is open to others`, fix: `chmod 700 ${folder}` };
  const verdict = await verifyAudit(folder);
  if (verdict.whole)
    yield { name, result: "good", says: `${folder}, audit log whole (${verdict.count} lines)` };
  else
    yield {
      name,
      result: "bad",
      says: `The audit log is broken at line ${verdict.line}: ${verdict.why}.`,
      fix: "Keep audit.jsonl and audit.head.json as evidence, then start with a new state folder.",
      problem: "failed",
    };
  if (
    await access(panicFile(folder)).then(
      () => true,
      () => false,
    )
  )
    yield {
      name,
      result: "note",
      says: "the panic file stops all writes",
      fix: `rm ${panicFile(folder)}`,
    };
  yield hasPin(folder)
    ? { name: "PIN", result: "good", says: "set; `outpost approve` works" }
    : {
        name: "PIN",
        result: "note",
        says: "not set; clients that cannot ask are refused",
        fix: "outpost pin",
      };
}

/** Who drives the conversation; a note where it is the offline operator, as nothing is wrong then. */
export function checkModel(settings: Settings): Check {
  const choice = modelChoice(settings);
  return choice.kind === "offline"
    ? {
        name: "model",
        result: "note",
        says: "the offline operator: everyday sentences, no language model",
        fix: "To connect one, set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for another endpoint.",
      }
    : { name: "model", result: "good", says: `${choice.name} at ${choice.place}` };
}
