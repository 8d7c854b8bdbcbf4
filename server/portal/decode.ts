import { parse } from "node-html-parser";
import { isObject, type Json, parseJson } from "../../tools/kit/json.ts";
import { busyFailure } from "./client/come-back.ts";
import type { Exchange } from "./client/http.ts";
import { textOf } from "./client/read-body.ts";
import { PortalFailure } from "./failure.ts";

const WIRE_DATE = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/;
const MIN_VALUE = -62_135_596_800_000;

/** The value inside a data service's answer, whatever it is wrapped in. Throws `portal_bad_response`. */
export function decode(answer: Exchange): Json {
  const type = answer.headers.get("content-type");
  const text = textOf(answer.body, type).trim();
  const xml = /^(?:<\?xml[^>]*>\s*)?<string\b[^>]*>([\s\S]*)<\/string>$/.exec(text)?.[1];
  if (xml !== undefined) return unwrapText(parse(xml).text);
  if (text.startsWith("<") || /html/i.test(type ?? "")) throw notJson(answer, text);
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    throw new PortalFailure("portal_bad_response", "The portal's answer is broken JSON.");
  }
  if (isObject(json) && ("ExceptionType" in json || "StackTrace" in json || answer.status >= 400))
    throw failed(answer);
  return unwrap(json);
}

/** The answer of a page. Throws for a status that is no success. */
export function successOf(answer: Exchange): Exchange {
  if (answer.status >= 400) throw failed(answer);
  return answer;
}

function failed({ status, comeBackSeconds = 0 }: Exchange): PortalFailure {
  if (status === 503 || status === 429) return busyFailure(status, comeBackSeconds);
  return new PortalFailure("portal_error", `The portal answered with an error (${status}).`);
}

function notJson(answer: Exchange, text: string): PortalFailure {
  if (answer.status >= 400) return failed(answer);
  const page = parse(text, { blockTextElements: { script: false, style: false } });
  const shown = page.querySelector("body") ?? page;
  const snippet = shown.structuredText.replace(/\s+/g, " ").trim().slice(0, 200);
  return new PortalFailure("portal_bad_response", "The portal sent a page instead of data.", {
    detail: snippet,
  });
}

/** `d` without its wrapping: at most two layers of text, no `__type`. */
export function unwrap(json: Json): Json {
  const value = isObject(json) && Object.hasOwn(json, "d") ? (json.d ?? null) : json;
  return typeof value === "string" ? unwrapText(value) : withoutType(value);
}

function unwrapText(text: string): Json {
  let value: Json = text;
  for (let layer = 0; layer < 2 && typeof value === "string"; layer++) {
    if (!/^\s*[{["]/.test(value)) break;
    try {
      value = parseJson(value.trim());
    } catch {
      break;
    }
  }
  return withoutType(value);
}

function withoutType(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutType);
  if (!isObject(value)) return value;
  const { __type, ...rest } = value;
  return rest;
}

/** 1234.5 of "1,234.50 pts"; null of what is no number. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  const digits =
    typeof value === "string" && /^\s*\$?\s*(-?[\d,]*\.?\d+)\s*[^\d.,]*$/.exec(value)?.[1];
  return digits ? Number(digits.replaceAll(",", "")) : null;
}

/** Milliseconds of a data service's date or an ISO time with a zone; null of anything else, and of "no date". */
export function timeOf(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const wire = WIRE_DATE.exec(value)?.[1];
  if (wire === undefined && !/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(value)) return null;
  const ms = wire === undefined ? Date.parse(value) : Number(wire);
  // 8.64e15 is the last time that a Date can hold.
  return ms === MIN_VALUE || !(Math.abs(ms) <= 8.64e15) ? null : ms;
}

export const wordsOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
