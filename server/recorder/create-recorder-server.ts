import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { HubError } from "../../tools/kit/errors.ts";
import { isIpAddress, isLocalHost } from "../../tools/kit/web/caller.ts";
import { docsPage } from "../../tools/kit/web/docs-page.ts";
import type { LineWorld } from "../../tools/recorder/client/line.ts";
import { openRemote, type RemoteSettings } from "../../tools/recorder/remote/remote.ts";
import { bearerOf } from "../../tools/recorder/surface/bearer.ts";
import { createSurface } from "../../tools/recorder/surface/create-surface.ts";
import { serverOpenApi } from "../../tools/recorder/surface/openapi/openapi.ts";
import { createEventFeed, type EventFeed } from "./events/event-feed.ts";
import { addArtefacts } from "./http/artefact-routes.ts";
import { createKeyLimits } from "./http/key-limits.ts";
import { type Api, addEvents, addIngest, addJobs, addStatus } from "./http/routes.ts";
import { type Listening, serve } from "./http/serve.ts";
import { serverStatus } from "./http/server-status.ts";
import { createShelf } from "./http/shelf.ts";
import { openQueue } from "./jobs/job-queue.ts";
import type { Queue } from "./jobs/queue.ts";
import { startWork, type Work } from "./jobs/start-work.ts";
import { type KeyRing, openKeyRing } from "./keys/key-ring.ts";
import { addPage } from "./page/page-routes.ts";
import { createSessions } from "./page/sessions.ts";
import { addWaveform } from "./page/waveform.ts";
import { openPickup, type PickupParts } from "./pickup/pickup.ts";
import { addPulls, createPulls, type Pulls } from "./pull/pulls.ts";
import { createRecordings, type Recordings } from "./recordings.ts";
import type { RecorderServerSettings } from "./settings.ts";
import { openFolderStorage } from "./storage/folder-storage.ts";
import type { Storage } from "./storage/storage.ts";
import { extractiveSummariser } from "./summarise/extractive.ts";
import type { Summariser } from "./summarise/summariser.ts";
import type { Transcriber } from "./transcribe/transcriber.ts";

/** What further routes, pick-ups and pages build on. */
type ServerParts = {
  settings: RecorderServerSettings;
  storage: Storage;
  queue: Queue;
  feed: EventFeed;
  keys: KeyRing;
  recordings: Recordings;
  transcriber: Transcriber;
  summariser: Summariser;
  /** Aborted when the server is to end. */
  closing: AbortSignal;
};

export type RecorderServer = {
  parts: ServerParts;
  /** The whole service, for a request made in this process. */
  fetch: (request: Request, env?: object) => Promise<Response>;
  /** Listens, and begins with the jobs. Throws HubError `unavailable` where the port cannot be had. */
  listen: () => Promise<{ url: string }>;
  /** Lets what is under way end, keeps what is known, and frees the folder. */
  close: () => Promise<void>;
};

type PickupSource = Pick<PickupParts, "everySeconds" | "tell"> & { settings: RemoteSettings };

export type ServerWorld = {
  transcriber: Transcriber;
  /** Extractive unless another one is given. */
  summariser?: Summariser;
  now?: () => number;
  /** Told of what went wrong inside, with its cause. */
  report?: (thrown: unknown) => void;
  /** Told in a sentence what keeps the server busy or makes it refuse, for whoever watches it. */
  tell?: (sentence: string) => void;
  /** Those that can be pulled from, by the names in the settings. */
  devices?: ReadonlyMap<string, LineWorld>;
  /** Where devices upload to, and what is told of it. */
  pickup?: PickupSource;
  /** Adds pages and routes: below /api/v1 through `api`, which asks for a key, or anywhere through `app`. */
  extend?: (app: Api, api: Api, parts: ServerParts) => void;
};

/** Opens the server's folder. Throws HubError `unavailable` while another server has it. */
export async function openRecorderServer(
  settings: RecorderServerSettings,
  world: ServerWorld,
): Promise<RecorderServer> {
  const now = world.now ?? Date.now;
  const report = world.report ?? (() => undefined);
  const end = new AbortController();
  // Every listener to the events waits for it.
  setMaxListeners(0, end.signal);
  const tell = world.tell ?? (() => undefined);
  const storage = await openFolderStorage(settings.folder, (share) =>
    tell(`Making the index anew from the recordings: ${Math.floor(share * 100)} %.`),
  );
  const { parts, work } = await openParts(settings, world, storage, end.signal).catch(
    async (error: unknown) => {
      await storage.close();
      throw error;
    },
  );
  const pulls = pullsOf(parts, world.devices, now);
  const pickup = world.pickup && (await pickupOf(parts, world.pickup));
  const app = createApp(parts, work, pulls, world, now);
  const fetch = async (request: Request, env: object = {}) => app.fetch(request, env);
  let listening: Listening | undefined;
  let closed: Promise<void> | undefined;
  const close = async () => {
    end.abort();
    await listening?.close();
    await pickup?.close();
    await pulls.idle();
    await work.close();
    await parts.keys.settled();
    await parts.queue.close().catch(report);
    await storage.close();
  };
  return {
    parts,
    fetch,
    async listen() {
      if (listening) throw new HubError("bug", "The server listens already.");
      listening = await serve(fetch, settings, tell);
      work.begin();
      pickup?.start();
      pulls.prune().catch(report);
      return { url: listening.url };
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

async function openParts(
  settings: RecorderServerSettings,
  world: ServerWorld,
  storage: Storage,
  closing: AbortSignal,
) {
  const now = world.now ?? Date.now;
  const feed = createEventFeed(now() * 100);
  const queue = await openQueue(storage.jobs, {
    now,
    onChange(job) {
      feed.publish({ type: "job", job });
      if (job.state === "queued") work?.wake(job.kind);
    },
  });
  let work: Work | undefined;
  const keys = await openKeyRing(settings.folder, now);
  const recordings = createRecordings({
    storage,
    queue,
    feed,
    ingest: settings,
    stopWork: (id) => work?.stop(id),
    now: () => new Date(now()),
  });
  const { transcriber, summariser = extractiveSummariser() } = world;
  const base = { settings, storage, queue, feed, keys, recordings, closing };
  const parts: ServerParts = { ...base, transcriber, summariser };
  work = startWork(parts, { now, report: world.report ?? (() => undefined) });
  return { parts, work };
}

function pullsOf(parts: ServerParts, devices: ServerWorld["devices"], now: () => number): Pulls {
  const { settings, ...rest } = parts;
  const folder = join(settings.folder, "pulls");
  return createPulls({
    ...rest,
    folder,
    maxAudioBytes: settings.maxAudioBytes,
    devices: devices ?? new Map(),
    now: () => new Date(now()),
  });
}

async function pickupOf(parts: ServerParts, { settings, ...source }: PickupSource) {
  const { folder, maxAudioBytes } = parts.settings;
  const remote = await openRemote(settings);
  return openPickup({ ...parts, ...source, remote, folder, maxAudioBytes });
}

function createApp(
  parts: ServerParts,
  work: Work,
  pulls: Pulls,
  world: ServerWorld,
  now: () => number,
): Api {
  const { settings, keys, queue } = parts;
  const limit = createKeyLimits(settings.requestsPerMinute, now);
  const sessions = createSessions(keys, now);
  const { app, api } = createSurface({
    version: settings.version,
    openApi: serverOpenApi(),
    shelf: createShelf(parts.storage, parts.recordings),
    searches: true,
    authenticate(request) {
      const sent = request.headers.get("authorization");
      if (sent === null) return sessions.find(request);
      const key = keys.find(bearerOf(sent) ?? "");
      if (!key) return undefined;
      keys.used(key.id);
      return { name: key.id, scope: key.scope };
    },
    isListingOpen: () => settings.openListing,
    admit: ({ name }) => limit(name),
    isOurs: (name) => isLocalHost(name) || isIpAddress(name) || settings.hostNames.includes(name),
    report: (failure) => world.report?.(failure),
  });
  addIngest(api, parts.recordings);
  addJobs(api, queue, (id) => work.cancel(id));
  addEvents(api, parts.feed, parts.closing);
  addArtefacts(api, parts);
  addStatus(api, () => serverStatus(parts, pulls.names));
  addPulls(api, pulls);
  addWaveform(api, parts.storage);
  addPage(app, sessions);
  app.route("/", docsPage({ title: "Recorder server", openApiUrl: "/openapi.json" }));
  world.extend?.(app, api, parts);
  return app;
}
