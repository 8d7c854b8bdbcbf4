import { HubError } from "./errors.ts";

export const ANSWER_BYTES = 24_000;
/** What a list may take of an answer as structured content; the rest is for its text twin. */
const LIST_BYTES = 14_000;

export type Page<T> = { items: T[]; total: number; truncated: boolean; cursor?: string };

/**
 * As many items as fit an answer, sorted by `keyOf` as text. The cursor is the key of the last item shown, so it
 * survives inserts and deletes. Throws HubError `bad-input` for a cursor that is not one of ours.
 */
export function page<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  ask: { limit?: number | undefined; cursor?: string | undefined; bytes?: number },
): Page<T> {
  const sorted = [...items].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const after = ask.cursor === undefined ? undefined : readCursor(ask.cursor);
  const from =
    after === undefined ? 0 : sorted.findIndex((item) => compare(keyOf(item), after) > 0);
  const rest = from < 0 ? [] : sorted.slice(from);
  const shown: T[] = [];
  let bytes = 0;
  for (const item of rest) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (shown.length > 0 && bytes > (ask.bytes ?? LIST_BYTES)) break;
    if (ask.limit !== undefined && shown.length >= ask.limit) break;
    shown.push(item);
  }
  const truncated = shown.length < rest.length;
  const last = shown.at(-1);
  return {
    items: shown,
    total: items.length,
    truncated,
    ...(truncated && last !== undefined ? { cursor: writeCursor(keyOf(last)) } : {}),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const writeCursor = (key: string) => Buffer.from(`k:${key}`).toString("base64url");

function readCursor(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!text.startsWith("k:"))
    throw new HubError("bad-input", "This cursor is not one that a list answered.", {
      advice: "Leave it out to start from the beginning.",
    });
  return text.slice(2);
}
