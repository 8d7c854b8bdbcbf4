import { digest, type Json } from "./json.ts";
import { type Fact, type Plan, planEffect, type Target } from "./plan.ts";
import { redact } from "./redact.ts";
import { cleanText, cut, showJson } from "./untrusted.ts";

/** What a person is asked before a write, whatever face shows it. Safe to show as it is: cleaned and redacted. */
export type Question = {
  tool: string;
  effect: "changes" | "destroys";
  sentence: string;
  target: Target;
  requests: { title: string; wire: string; otherwise?: string; body?: Json }[];
  facts: Fact[];
  /** For `destroys`: the person has to type exactly this, the target's name. */
  typedName?: string;
};

// Beyond anything a path and a query can be: what is confirmed is shown to its end.
const LONGEST_WIRE = 20_000;

/** The `_meta` member under which an elicitation carries its Question, for clients that can draw one. */
export const QUESTION_META = "outpost/question";

/** The `_meta` member of the answer, by which the hub tells its own server that nobody was asked: `flag`. */
export const CONFIRMED_META = "outpost/confirmed";

/** What the person is asked about a plan. Its texts are cleaned and cut here, wherever they are shown. */
export function questionOf(tool: string, declared: "changes" | "destroys", plan: Plan): Question {
  const effect = planEffect(plan, declared);
  return {
    tool,
    effect,
    sentence: oneLine(plan.sentence, 400),
    target: targetOf(plan.target),
    requests: plan.requests.map((request) => ({
      title: oneLine(request.title, 200),
      wire: oneLine(request.wire, LONGEST_WIRE),
      ...(request.otherwise === undefined
        ? {}
        : { otherwise: oneLine(request.otherwise, LONGEST_WIRE) }),
      ...(request.body === undefined ? {} : { body: redact(request.body) }),
    })),
    facts: plan.facts.map((fact) => ({
      ...fact,
      label: oneLine(fact.label, 60),
      value: oneLine(fact.value, 200),
    })),
    ...(effect === "destroys" ? { typedName: typedName(plan.target) } : {}),
  };
}

/** The name; where that is how a person says no, what it is as well: their no must not be the yes. */
function typedName({ kind, name }: Target): string {
  const shown = oneLine(name, 255);
  return /^no?$/i.test(shown) ? `${kind} ${shown}` : shown;
}

function targetOf({ kind, name, within }: Target): Target {
  const shown = { kind, name: oneLine(name, 255) };
  return within === undefined ? shown : { ...shown, within: oneLine(within, 600) };
}

/** The question as plain text, for any client that shows an elicitation message and for `outpost approve`. */
export function questionText(question: Question): string {
  const lines = [question.sentence, ""];
  lines.push(
    question.requests.length === 1 ? "It sends one request:" : "It sends these requests, in order:",
  );
  for (const [index, request] of question.requests.entries()) {
    lines.push(`  ${index + 1}. ${request.wire}`);
    if (request.otherwise) lines.push(`     (if the cluster lacks that: ${request.otherwise})`);
    if (request.body !== undefined) lines.push(`     ${bodyText(request.body)}`);
  }
  if (question.facts.length > 0) {
    lines.push("", "What it touches, read just now:");
    for (const fact of question.facts)
      lines.push(`  ${fact.risk ? "! " : "- "}${fact.label}: ${fact.value}`);
  }
  if (question.typedName !== undefined)
    lines.push("", `This destroys. Type ${question.typedName} to go ahead.`);
  return lines.join("\n");
}

const LONGEST_BODY = 6000;

/** The body as it is sent; a very long one by its beginning, its length and its digest. */
export function bodyText(body: Json): string {
  const text = showJson(body);
  if (text.length <= LONGEST_BODY) return text;
  return `${cut(text, LONGEST_BODY)} (${text.length} characters, sha256 ${digest(body)})`;
}

function oneLine(text: string, most: number): string {
  return cut(cleanText(text).replaceAll(/\s+/g, " ").trim(), most);
}
