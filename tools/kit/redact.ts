import { type Json, parseJson } from "./json.ts";

const SECRET_NAME =
  /pass(_?(word|wd|phrase|code))?$|^pwd$|secret|token|authorization|(api|access|private|ssh|encryption|client|signing)[_-]?key|credential|cookie|^key$|^pin$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g;
const BASIC_OR_BEARER = /\b(basic|bearer)\s+[A-Za-z0-9+/=._~-]{8,}/gi;

const QUERY_MEMBER = /(^|[?&])([\w.-]+)=([^&\s"]+)/g;

/**
 * The value with every secret replaced by `[redacted]`: by the name of the member, by the shape of the text, and
 * inside text that is itself JSON or holds a query.
 */
export function redact(value: unknown): Json {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, SECRET_NAME.test(name) ? "[redacted]" : redact(member)]),
    );
  if (typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

/** The same for a text alone. */
export function redactText(text: string): string {
  const inner = /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
  if (inner !== undefined) {
    const clean = redact(inner);
    // Only where there was a secret: otherwise the text stays as it was given, to the last blank.
    if (JSON.stringify(clean) !== JSON.stringify(inner)) return JSON.stringify(clean);
  }
  return text
    .replace(PRIVATE_KEY, "[redacted]")
    .replace(BASIC_OR_BEARER, "$1 [redacted]")
    .replace(QUERY_MEMBER, (whole, before: string, name: string) =>
      SECRET_NAME.test(name) ? `${before}${name}=[redacted]` : whole,
    );
}

function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
