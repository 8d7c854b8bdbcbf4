import { RE2JS } from "re2js";
import { invalid } from "./refusal.ts";
import { valueAt } from "./value-at.ts";

/** One condition of a filter; conditions are joined by commas, which mean AND. */
export type Condition = {
  path: string[];
  operator: "=" | "!=" | "<" | ">";
  value: string;
  pattern?: RE2JS;
};

const FIELD_AND_OPERATOR = /([A-Za-z_][\w.]*)(!=|=|<|>)(?!=)/y;

/**
 * Reads `field op value, …`. A value between triple single quotes is a regular expression; one or a pair of plain
 * quotes around a value are taken off. Refuses with 400 what the language does not have (OR, >=, brackets).
 */
export function parseFilter(text: string): Condition[] {
  const conditions: Condition[] = [];
  let at = 0;
  while (at < text.length) {
    FIELD_AND_OPERATOR.lastIndex = at;
    const head = FIELD_AND_OPERATOR.exec(text);
    if (!head) throw invalid("filter");
    const [whole, field = "", operator] = head;
    const { value, pattern, end } = readValue(text, at + whole.length);
    conditions.push({
      path: field.split("."),
      operator: operator as Condition["operator"], // the expression matches nothing else
      value,
      ...(pattern ? { pattern } : {}),
    });
    if (end < text.length && text[end] !== ",") throw invalid("filter");
    at = end + 1;
    if (end === text.length - 1) throw invalid("filter");
  }
  return conditions;
}

function readValue(text: string, start: number): { value: string; pattern?: RE2JS; end: number } {
  if (text.startsWith("'''", start)) {
    const close = text.indexOf("'''", start + 3);
    if (close < 0) throw invalid("filter");
    const value = text.slice(start + 3, close);
    return { value, pattern: compile(value), end: close + 3 };
  }
  const quote = text[start];
  if (quote === "'" || quote === '"') {
    const close = text.indexOf(quote, start + 1);
    if (close > 0 && (close === text.length - 1 || text[close + 1] === ","))
      return { value: text.slice(start + 1, close), end: close + 1 };
  }
  const comma = text.indexOf(",", start);
  const end = comma < 0 ? text.length : comma;
  return { value: text.slice(start, end).trim(), end };
}

function compile(expression: string): RE2JS {
  try {
    return RE2JS.compile(expression);
  } catch {
    throw invalid("filter");
  }
}

/** Whether an object fulfils every condition. Refuses with 400 an operator that the value's type does not have. */
export function fulfils(item: object, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => holds(valueAt(item, condition.path), condition));
}

function holds(actual: unknown, { operator, value, pattern }: Condition): boolean {
  if (operator === "<" || operator === ">") {
    const limit = Number(value);
    if (Number.isNaN(limit) || value === "" || typeof actual === "string" || pattern)
      throw invalid("filter");
    if (typeof actual !== "number" && typeof actual !== "bigint") return false;
    return operator === "<" ? actual < limit : actual > limit;
  }
  const equal = pattern
    ? asText(actual) !== undefined && pattern.matches(asText(actual) ?? "")
    : same(actual, value);
  return operator === "=" ? equal : !equal;
}

function same(actual: unknown, value: string): boolean {
  if (typeof actual === "boolean") return String(actual) === value.toLowerCase();
  if (typeof actual === "number") return value !== "" && actual === Number(value);
  return asText(actual) === value;
}

/** What a pattern is matched against; a list or an object has no text of its own. */
function asText(actual: unknown): string | undefined {
  const plain = ["string", "number", "bigint", "boolean"].includes(typeof actual);
  return plain ? String(actual as string | number | bigint | boolean) : undefined; // as just tested
}
