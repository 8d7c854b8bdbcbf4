import { statfs } from "node:fs/promises";
import { isIpAddress, isLocalHost } from "../../tools/kit/web/caller.ts";
import type { ServerStatus } from "../../tools/recorder/contract.ts";
import { bearerOf } from "../../tools/recorder/surface/bearer.ts";
import { createSurface } from "../../tools/recorder/surface/create-surface.ts";
import type { RecorderFailure } from "../../tools/recorder/surface/failure.ts";
import { createEventFeed, type EventFeed } from "./events/event-feed.ts";
import { createKeyLimits } from "./http/key-limits.ts";
import type { Api } from "./http/routes.ts";
import { addEvents, addIngest, addJobs, addStatus } from "./http/routes.ts";
import { type Listening, serve } from "./http/serve.ts";
import { createShelf } from "./http/shelf.ts";
import { openQueue } from "./jobs/job-queue.ts";
import type { Queue } from "./jobs/queue.ts";
import { type KeyRing, openKeyRing } from "./keys/key-ring.ts";
import { createRecordings, type Recordings } from "./recordings.ts";
import type { RecorderServerSettings } from "./settings.ts";
import { openFolderStorage } from "./storage/folder-storage.ts";
import type { Storage } from "./storage/storage.ts";

/** What further routes, pick-ups and pages build on. */
export type ServerParts = {
  settings: RecorderServerSettings;
  storage: Storage;
  queue: Queue;
  feed: EventFeed;
  keys: KeyRing;
  recordings: Recordings;
  /** Aborted when the server is to end. */
  closing: AbortSignal;
};

export type RecorderServer = {
  parts: ServerParts;
  /** The whole service, for a request made in this process. */
  fetch: (request: Request, env?: object) => Promise<Response>;
  listen: () => Promise<{ url: string }>;
  /** Lets what is under way end, keeps what is known, and frees the folder. */
  close: () => Promise<void>;
};

export type ServerWorld = {
  now?: () => number;
  /** Told of what went wrong inside, with its cause. */
  report?: (failure: RecorderFailure) => void;
  /** Adds pages and routes: below /api/v1 through `api`, which asks for a key, or anywhere through `app`. */
  extend?: (app: Api, api: Api, parts: ServerParts) => void;
};

/** Opens the server's folder. Throws HubError `unavailable` while another server has it. */
export async function openRecorderServer(
  settings: RecorderServerSettings,
  world: ServerWorld = {},
): Promise<RecorderServer> {
  const now = world.now ?? Date.now;
  const storage = await openFolderStorage(settings.folder);
  const feed = createEventFeed(now() * 100);
  const queue = await openQueue(storage.jobs, {
    now,
    onChange: (job) => feed.publish({ type: "job", job }),
  });
  const keys = await openKeyRing(settings.folder, now);
  const end = new AbortController();
  const recordings = createRecordings({
    storage,
    queue,
    feed,
    ingest: settings,
    stopWork: () => undefined,
    now: () => new Date(now()),
  });
  const parts = { settings, storage, queue, feed, keys, recordings, closing: end.signal };
  const app = createApp(parts, world, now);
  const fetch = async (request: Request, env: object = {}) => app.fetch(request, env);
  let listening: Listening | undefined;
  return {
    parts,
    fetch,
    async listen() {
      listening = await serve(fetch, settings);
      return { url: listening.url };
    },
    async close() {
      end.abort();
      await listening?.close();
      await queue.close();
      await storage.close();
    },
  };
}

function createApp(parts: ServerParts, world: ServerWorld, now: () => number): Api {
  const { settings, keys, queue } = parts;
  const { app, api } = createSurface({
    version: settings.version,
    openApi: { paths: {} },
    shelf: createShelf(parts.storage, parts.recordings),
    searches: true,
    authenticate(request) {
      const key = keys.find(bearerOf(request.headers.get("authorization")) ?? "");
      if (!key) return undefined;
      keys.used(key.id);
      return { name: key.id, scope: key.scope };
    },
    isListingOpen: () => settings.openListing,
    admit: admitting(settings, now),
    isOurs: (name) => isLocalHost(name) || isIpAddress(name) || settings.hostNames.includes(name),
    report: world.report ?? (() => undefined),
  });
  addIngest(api, parts.recordings);
  addJobs(api, queue, (id) => queue.cancel(id));
  addEvents(api, parts.feed, parts.closing);
  addStatus(api, () => statusOf(parts));
  world.extend?.(app, api, parts);
  return app;
}

function admitting({ requestsPerMinute }: RecorderServerSettings, now: () => number) {
  const limit = createKeyLimits(requestsPerMinute, now);
  return ({ name }: { name: string }) => limit(name);
}

async function statusOf({ settings, storage, queue }: ServerParts): Promise<ServerStatus> {
  const disk = await statfs(settings.folder);
  return {
    version: settings.version,
    recordings_count: storage.metadata.count(),
    storage_free_bytes: disk.bavail * disk.bsize,
    storage_total_bytes: disk.blocks * disk.bsize,
    jobs: queue.counts(),
    transcriber: { model: null, reason: "No speech engine is connected." },
    summariser: { model: "extractive", leaves_the_machine: false },
    devices: [],
  };
}
