import { createHash } from "node:crypto";
import { isSafeNumber, parse as parseLossless } from "lossless-json";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

/** Whether it is an object of JSON, neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// JSON.parse rounds integers beyond 2^53; only text that holds such a run of digits pays for the slower parser.
const LONG_INTEGER = /\d{16}/;

/**
 * Parses JSON and keeps every integer exact: one that a double cannot hold comes back as a string of its digits.
 * Throws SyntaxError on text that is not JSON.
 */
export function parseJson(text: string): Json {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text) as Json; // JSON.parse yields nothing but Json
  return parseLossless(text, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : digits),
  }) as Json; // lossless-json is typed as unknown; with our parseNumber it yields nothing but Json
}

/** What a text holds as JSON; undefined for one that is none, which no schema takes. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same JSON text for equal values, whatever the order of keys; `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((v) => canonicalJson(v ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** SHA-256 of the canonical JSON, as base64url (43 characters). */
export function digest(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64url");
}
