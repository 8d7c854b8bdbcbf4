import { createHash } from "node:crypto";
import { RecorderFailure } from "./failure.ts";

/** The last recording of a page. It need not be there any more when the next page is asked for. */
export type Position = { started_at: string; id: string };

/** What a list was asked for apart from its pages: a cursor is good for the same question alone. */
export type Filter = { sync_state?: string | undefined; q?: string | undefined };

/**
 * A position as opaque text. The check at its end finds a cursor that was changed or belongs to another list; it keeps
 * no secret, since a cursor says no more than where to go on.
 */
export function writeCursor(position: Position, filter: Filter): string {
  const body = Buffer.from(JSON.stringify([position.started_at, position.id])).toString(
    "base64url",
  );
  return `${body}.${check(body, filter)}`;
}

/** Throws `bad_cursor` for what is no cursor of this list. */
export function readCursor(cursor: string, filter: Filter): Position {
  const [body = "", mark, ...more] = cursor.split(".");
  if (mark === undefined || more.length > 0 || mark !== check(body, filter))
    throw new RecorderFailure("bad_cursor", "This cursor is not one of this list.", {
      detail: "Leave it out to start from the newest recording.",
    });
  // The check has shown that we wrote it.
  const [started_at, id] = JSON.parse(Buffer.from(body, "base64url").toString()) as [
    string,
    string,
  ];
  return { started_at, id };
}

function check(body: string, filter: Filter): string {
  const list = JSON.stringify([filter.sync_state ?? null, filter.q ?? null]);
  return createHash("sha256")
    .update(`outpost recordings ${body} ${list}`)
    .digest("base64url")
    .slice(0, 22);
}
