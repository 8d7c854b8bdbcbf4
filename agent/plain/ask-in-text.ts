import type { Writable } from "node:stream";
import { type Question, questionText } from "../../tools/kit/question.ts";
import type { PersonAnswer } from "../events.ts";
import type { Lines } from "./lines.ts";

/** The whole plan, as lines. */
export function planLines(question: Question): string {
  const rule = "-".repeat(60);
  return `${rule}\n${questionText(question)}\n${rule}\n`;
}

/**
 * Puts a question as text and reads the answer as a line: the word yes, or the exact name where something would be
 * destroyed. Any other line is a no; the end of the input and a withdrawn question are a cancel.
 */
export async function askInText(
  question: Question,
  to: Writable,
  lines: Lines,
  signal: AbortSignal,
): Promise<PersonAnswer> {
  const { typedName } = question;
  to.write(planLines(question));
  to.write(typedName === undefined ? "Go ahead? Type yes or no: " : "Type the name, or no: ");
  const line = await lines.answer(signal);
  if (line === undefined) {
    to.write("\n");
    return { say: "cancel" };
  }
  const said = line.trim();
  if (typedName !== undefined)
    return said === typedName ? { say: "yes", typed: said } : { say: "no" };
  return /^y(es)?$/i.test(said) ? { say: "yes" } : { say: "no" };
}
