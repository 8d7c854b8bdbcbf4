import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { JobPage, ServerStatus } from "../../../tools/recorder/contract.ts";
import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import { jobsQuery } from "../../../tools/recorder/surface/openapi/server-operations.ts";
import { readQuery } from "../../../tools/recorder/surface/read-query.ts";
import type { SurfaceEnv } from "../../../tools/recorder/surface/shared-routes.ts";
import type { EventFeed } from "../events/event-feed.ts";
import { streamEvents } from "../events/stream-events.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Recordings } from "../recordings.ts";
import { shownRecording } from "../storage/kept-recording.ts";

/** What routes are added to. */
export type Api = Hono<SurfaceEnv>;

/** `POST /ingest`. Over a socket the body is taken from Node as it is, which is a third faster than as a web stream. */
export function addIngest(api: Api, recordings: Recordings): void {
  api.post("/ingest", async (context) => {
    const { record } = await recordings.upload(bodyOf(context), context.req.header());
    if (record.corrections.length > 0)
      context.header("x-corrections", record.corrections.map(asHeader).join(" | "));
    return context.json(shownRecording(record), 202);
  });
}

function bodyOf(context: Context): Readable {
  // Hono's own name for what the Node adapter hands over; a request made in this process has none.
  const { incoming, outgoing } = (context.env ?? {}) as Partial<HttpBindings>;
  if (incoming?.headers.expect !== undefined) outgoing?.writeContinue();
  if (incoming) return incoming;
  const { body } = context.req.raw;
  // The two kinds of web stream differ in their types alone.
  return body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
}

const asHeader = (text: string) => text.replaceAll(/[^ -~]/g, "?");

/** The list of jobs, one job, its retry and its end. */
export function addJobs(api: Api, queue: Queue, cancel: (id: string) => Promise<boolean>): void {
  api.get("/jobs", (context) => {
    const asked = readQuery(jobsQuery, new URL(context.req.url).searchParams);
    const after = asked.cursor === undefined ? undefined : jobIdOf(asked.cursor);
    const { items, next } = queue.list({
      limit: asked.limit,
      after,
      state: asked.state,
      recordingId: asked.recording_id,
    });
    return context.json({ items, next_cursor: next ?? null } satisfies JobPage);
  });
  api.get("/jobs/:id", (context) => context.json(found(queue, context.req.param("id"))));
  api.post("/jobs/:id/cancel", async (context) => {
    const { id } = found(queue, context.req.param("id"));
    if (!(await cancel(id))) throw ended("It has ended already.");
    return context.json(found(queue, id));
  });
  api.post("/jobs/:id/retry", async (context) => {
    const { id, state } = found(queue, context.req.param("id"));
    if (!(await queue.retry(id))) throw ended(`It is ${state}: there is nothing to try again.`);
    return context.json(found(queue, id));
  });
}

function jobIdOf(cursor: string): string {
  if (z.ulid().safeParse(cursor).success) return cursor;
  throw new RecorderFailure("bad_cursor", "This cursor is not one of this list.", {
    detail: "Leave it out to start from the newest job.",
  });
}

function found(queue: Queue, id: string) {
  const job = queue.get(id);
  if (!job) throw new RecorderFailure("not_found", "There is no such job.");
  return job;
}

const ended = (message: string) => new RecorderFailure("job_ended", message);

/** What happens, as server-sent events, until the client leaves or the server ends. */
export function addEvents(api: Api, feed: EventFeed, closing: AbortSignal): void {
  api.get("/events", (context) => streamEvents(context.req.raw, feed, closing));
}

/** How the server is: one JSON object. */
export function addStatus(api: Api, status: () => Promise<ServerStatus>): void {
  api.get("/server", async (context) => context.json(await status()));
}
