import { isObject, type Json } from "../../../tools/kit/json.ts";
import { cleanText, cut } from "../../../tools/kit/untrusted.ts";
import { numberOf, timeOf } from "../decode.ts";

const MOST_KEYS = 40;
const MOST_DEEP = 4;

/**
 * Keys and types of a value, a line each, indented; never a value itself. Of a list the first element stands for all.
 * A key that could be a name or a number of something (an address, a long number) is not shown either.
 */
export function shapeOf(value: Json): string[] {
  const head = headOf(value);
  const within = membersOf(value, head === "" ? 0 : 1);
  return head === "" && within.length > 0 ? within : [head || "an empty object", ...within];
}

function headOf(value: Json): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isObject(value) ? "" : typeOf(value);
}

function membersOf(value: Json, depth: number): string[] {
  const indent = "  ".repeat(depth);
  if (depth > MOST_DEEP) return [];
  if (Array.isArray(value)) {
    const [first] = value;
    if (isObject(first) || Array.isArray(first)) return membersOf(first, depth);
    return first === undefined ? [] : [`${indent}each ${typeOf(first)}`];
  }
  if (!isObject(value)) return [];
  const keys = Object.keys(value);
  const lines = keys.slice(0, MOST_KEYS).flatMap((key) => {
    const member = value[key] ?? null;
    return [`${indent}${keyOf(key)}: ${headOf(member)}`.trimEnd(), ...membersOf(member, depth + 1)];
  });
  if (keys.length > MOST_KEYS) lines.push(`${indent}and ${keys.length - MOST_KEYS} more keys`);
  return lines;
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return "true or false";
  if (typeof value !== "string") return "number";
  if (value === "") return "empty text";
  if (timeOf(value) !== null) return "text, a date";
  return numberOf(value) === null ? "text" : "text, a number";
}

function keyOf(key: string): string {
  const line = cut(cleanText(key).replaceAll(/\s+/g, " "), 60);
  return /@|\d{4}/.test(line) ? "[a key with a number or an address in it]" : line;
}
