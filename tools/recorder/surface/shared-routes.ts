import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import {
  listQuery,
  RECORDING_ID,
  type Recording,
  type RecordingPage,
  type SearchHit,
  type SyncState,
  searchQuery,
} from "../contract.ts";
import { type Position, readCursor, writeCursor } from "./cursor.ts";
import { noSuchRecording } from "./failure.ts";
import { readQuery } from "./read-query.ts";
import { type Audio, serveAudio } from "./serve-audio.ts";

export type ListAsk = {
  /** One more than the page holds, so that it is known whether another follows. */
  most: number;
  /** Only what comes later in the list than this, whether or not it is still there. */
  after: Position | undefined;
  sync_state: SyncState | undefined;
  /** Words that were said; the server alone knows them. */
  q: string | undefined;
};

/** What the app is given beside a request: node's own objects, or nothing where a test asks without a socket. */
export type SurfaceEnv = { Bindings: Partial<HttpBindings> };

/** What device and server must know for the endpoints that both have. */
export type Shelf = {
  /** Newest first: by started_at, then by id, both downwards as text. */
  list: (ask: ListAsk) => Promise<{ items: Recording[]; hits?: SearchHit[] }>;
  get: (id: string) => Promise<Recording | undefined>;
  /** With all its artefacts; false where there is none. Throws `in_progress` for one that is being made. */
  remove: (id: string) => Promise<boolean>;
  audio: (id: string) => Promise<Audio | undefined>;
};

/** The endpoints that device and server share, below the API's prefix. `searches` is for the server. */
export function addSharedRoutes(api: Hono<SurfaceEnv>, shelf: Shelf, searches: boolean): void {
  const schema = searches ? searchQuery : listQuery;
  api.get("/recordings", async (context) => {
    const asked: { limit: number; cursor?: string | undefined } & Partial<ListAsk> = readQuery(
      schema,
      new URL(context.req.url).searchParams,
    );
    const filter = { sync_state: asked.sync_state, q: asked.q };
    const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor, filter);
    const found = await shelf.list({ ...filter, after, most: asked.limit + 1 });
    return context.json(pageOf(found, asked.limit, filter));
  });
  api.get("/recordings/:id", async (context) => {
    const found = await shelf.get(idOf(context.req.param("id")));
    if (!found) throw noSuchRecording();
    return context.json(found);
  });
  api.delete("/recordings/:id", async (context) => {
    if (!(await shelf.remove(idOf(context.req.param("id"))))) throw noSuchRecording();
    return context.body(null, 204);
  });
  api.get("/recordings/:id/audio", async (context) => {
    const audio = await shelf.audio(idOf(context.req.param("id")));
    if (!audio) throw noSuchRecording();
    return serveAudio(context.req.raw, audio, context.env?.outgoing);
  });
}

/** The id of a path; what cannot be one names no recording. */
export function idOf(written: string): string {
  if (!RECORDING_ID.test(written)) throw noSuchRecording();
  return written;
}

function pageOf(
  found: { items: Recording[]; hits?: SearchHit[] },
  limit: number,
  filter: { sync_state: SyncState | undefined; q: string | undefined },
): RecordingPage {
  const items = found.items.slice(0, limit);
  const last = items.at(-1);
  const hasMore = found.items.length > limit && last !== undefined;
  const shown = new Set(items.map((item) => item.id));
  return {
    items,
    next_cursor: hasMore ? writeCursor(last, filter) : null,
    ...(found.hits ? { hits: found.hits.filter((hit) => shown.has(hit.recording_id)) } : {}),
  };
}
