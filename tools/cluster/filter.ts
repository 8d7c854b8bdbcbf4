import { RE2JS } from "re2js";
import { asText } from "../kit/as-text.ts";
import { HubError } from "../kit/errors.ts";
import type { Json, JsonObject } from "../kit/json.ts";
import { quoted } from "../kit/untrusted.ts";
import { objectIn } from "./object-paths.ts";

/** One condition of the API's filter language. Conditions are joined by a comma, which means AND. */
export type Condition = {
  field: string;
  operator: "=" | "!=" | "<" | ">";
  /** Compared as it is, or with `regex` as an expression that has to match the whole value. */
  value: string;
  regex?: boolean;
};

export const equals = (field: string, value: string): Condition => ({
  field,
  operator: "=",
  value,
});

export function contains(field: string, part: string): Condition {
  return { field, operator: "=", value: `.*${escaped(part)}.*`, regex: true };
}

/** The filter as the API wants it. Text that its syntax could trip over goes as an escaped regular expression. */
export function writeFilter(conditions: readonly Condition[]): string {
  return conditions
    .map(({ field, operator, value, regex }) => {
      if (regex) return `${field}${operator}'''${value}'''`;
      return /^[\w.:/ -]+$/.test(value) && value === value.trim()
        ? `${field}${operator}${value}`
        : `${field}${operator}'''${escaped(value)}'''`;
    })
    .join(",");
}

/** Each character that means something to the filter or to a regular expression, by its code. */
function escaped(text: string): string {
  return text.replaceAll(/[^\w ]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 128 ? `\\x${code.toString(16).padStart(2, "0")}` : character;
  });
}

/** Reads the API's filter language. Throws HubError `bad-input` for what it does not have: OR, >=, brackets. */
export function parseFilter(text: string): Condition[] {
  const conditions: Condition[] = [];
  const reader =
    /\s*([A-Za-z_][\w.]*)\s*(!=|=|<|>)(?!=)\s*(?:'''(.*?)'''|'([^',]*)'|"([^",]*)"|(?!''')([^,]*))\s*(,|$)/gsy;
  for (let at = 0; at < text.length || conditions.length === 0; at = reader.lastIndex) {
    reader.lastIndex = at;
    const found = reader.exec(text);
    if (!found || (found[7] === "," && reader.lastIndex === text.length)) throw badFilter(text);
    const [, field = "", operator, regex, single, double, plain] = found;
    conditions.push({
      field,
      operator: operator as Condition["operator"], // the expression matches nothing else
      value: (regex ?? single ?? double ?? plain ?? "").trim(),
      ...(regex === undefined ? {} : { regex: true }),
    });
  }
  return conditions;
}

/**
 * A filter that runs here, for a cluster that refuses the filter. Throws HubError `bad-input` for a pattern that
 * does not compile.
 */
export function localFilter(conditions: readonly Condition[]): (item: JsonObject) => boolean {
  const tests = conditions.map(({ field, operator, value, regex }) => {
    const pattern = regex ? compile(value) : undefined;
    const path = field.split(".");
    return (item: JsonObject) => {
      const actual = valueAt(item, path);
      if (operator === "<") return Number(actual) < Number(value);
      if (operator === ">") return Number(actual) > Number(value);
      const text = actual === undefined || actual === null ? undefined : asText(actual);
      const same = pattern
        ? text !== undefined && pattern.matches(text)
        : text === value ||
          (typeof actual === "boolean" && text === value.toLowerCase()) ||
          (typeof actual === "number" && value !== "" && actual === Number(value));
      return operator === "=" ? same : !same;
    };
  });
  return (item) => tests.every((test) => test(item));
}

/** The value at a dotted path, which may lie in a list's items; undefined where there is none. */
export function valueAt(item: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = item;
  for (const name of path) value = objectIn(value)[name];
  return value;
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL);
  } catch (cause) {
    throw new HubError("bad-input", `The pattern ${quoted(pattern)} is not usable.`, {
      advice: "Write it in RE2 syntax.",
      cause,
    });
  }
}

function badFilter(text: string): HubError {
  return new HubError("bad-input", `${quoted(text)} is not a filter.`, {
    advice:
      "Write field=value, with = != < >, several joined by commas (AND), a regular expression in triple single quotes: filesetName='''proj.*''',config.status=Linked.",
  });
}
