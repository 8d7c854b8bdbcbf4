import type { Json } from "./json.ts";

const SECRET_NAME =
  /pass(word|wd|phrase)?$|secret|token|authorization|api_?key|credential|cookie|^key$|^pin$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g;
const BASIC_OR_BEARER = /\b(basic|bearer)\s+[A-Za-z0-9+/=._~-]{8,}/gi;

/** The value with every secret replaced by `[redacted]`: by the name of the member, and by the shape of the text. */
export function redact(value: unknown): Json {
  if (typeof value === "string")
    return value.replace(PRIVATE_KEY, "[redacted]").replace(BASIC_OR_BEARER, "$1 [redacted]");
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
