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
 * destroyed. Any other line is a no, and is said to be taken as one; the end of the input and a withdrawn question are
 * a cancel, which leaves the cursor behind the question: `endLine` brings it to a line of its own.
 */
export async function askInText(
  question: Question,
  to: Writable,
  lines: Lines,
  signal: AbortSignal,
  endLine: () => void = () => void to.write("\n"),
): Promise<PersonAnswer> {
  const { typedName } = question;
  to.write(planLines(question));
  to.write(invitation(question));
  const line = await lines.answer(signal);
  if (line === undefined) {
    endLine();
    return { say: "cancel" };
  }
  const said = line.trim();
  if (typedName !== undefined && said === typedName) return { say: "yes", typed: said };
  if (typedName === undefined && /^y(es)?$/i.test(said)) return { say: "yes" };
  if (!/^no?$/i.test(said))
    to.write(typedName === undefined ? "Taken as no.\n" : "That is not the name: taken as no.\n");
  return { say: "no" };
}

function invitation({ typedName, target }: Question): string {
  if (typedName === undefined) return "Go ahead? Type yes or no: ";
  return `Type ${typedName === target.name ? "the name" : typedName}, or no: `;
}
