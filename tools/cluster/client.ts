import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import type { Gates } from "../kit/gates.ts";
import type { PlannedRequest } from "../kit/plan.ts";
import { apiRootOf } from "./api-root.ts";
import { createCapability } from "./capability.ts";
import { routeOf } from "./classify.ts";
import type { Job } from "./contract.ts";
import { createHttp, realWaiting, type Waiting } from "./http.ts";
import { jobIn, jobPath, waitForJob } from "./jobs.ts";
import { judgeInside } from "./judge-inside.ts";
import type { SpecEndpoint } from "./live-spec.ts";
import { createReading } from "./reading.ts";
import { createSending, type Intent } from "./sending.ts";
import type { ClusterSettings } from "./settings.ts";
import { throughFetch } from "./transport.ts";
import { throughTls } from "./trust.ts";

export type ClusterClient = ReturnType<typeof createClusterClient>;

export type ClusterWorld = {
  settings: ClusterSettings;
  gates: Gates;
  /** Instead of the network: a simulator, in this process. */
  fetch?: (request: Request) => Promise<Response>;
  waiting?: Waiting;
  now?: () => number;
  /** How long one request may take as a whole. Default one minute. */
  requestMs?: number;
};

/**
 * One signed-in cluster. Every read is judged by the path rules, every write needs a permit of the road. All waiting
 * ends with the call's signal. A refused password is final: make a new client from new settings.
 */
export function createClusterClient(world: ClusterWorld) {
  const { gates, waiting = realWaiting, now = Date.now } = world;
  const apiRoot = apiRootOf(world.settings.apiRoot);
  const settings = { ...world.settings, apiRoot };
  const transport = world.fetch ? throughFetch(world.fetch) : throughTls(settings);
  const { requestMs } = world;
  const http = createHttp({
    settings,
    transport,
    waiting,
    ...(requestMs === undefined ? {} : { requestMs }),
  });
  const capability = createCapability(http);
  const reading = createReading({ http, capability, gates, apiRoot, waiting });
  // A job that this client started may be followed whatever the path rules say of jobs.
  const own = new Set<string>();
  const deadlines = new WeakMap<Call, number>();

  async function look(id: string, signal: AbortSignal): Promise<Job> {
    const { json } = await reading.unjudged(jobPath(id), signal);
    const job = jobIn(json);
    if (!job) throw new HubError("not-found", `The cluster says nothing about job ${id}.`);
    return job;
  }

  function follow(job: Job, seconds: number, call: Call): Promise<Job> {
    return waitForJob({ job, look: (signal) => look(job.id, signal), seconds, now, waiting, call });
  }

  const sending = createSending({
    http,
    capability,
    gates,
    apiRoot,
    follow(job, call) {
      own.add(job.id);
      // All jobs of one call share its time.
      const deadline = deadlines.get(call) ?? now() + call.waitSeconds * 1000;
      deadlines.set(call, deadline);
      return follow(job, Math.max(0, (deadline - now()) / 1000), call);
    },
  });

  return {
    /** `host:port`, for sentences. */
    place: http.place,
    apiRoot,
    gates,
    read: reading.read,
    object: reading.object,
    list: reading.list,
    pathsOf: reading.pathsOf,
    async prepare(intent: Intent, call: Call): Promise<PlannedRequest> {
      const request = await sending.prepare(intent, call);
      await judgeInside(request, gates.paths, reading.every, call);
      return request;
    },
    send: sending.send,
    waiting,
    now,

    /** Which version will answer an endpoint, where that is known before asking. */
    async choice(method: string, path: string, call: Call) {
      return capability.choose(routeOf(method, path), call.signal);
    },

    /** The present state of a job, after at most `seconds` of waiting for its end. */
    async job(id: string, seconds: number, call: Call): Promise<Job> {
      if (!own.has(id)) reading.allowed(jobPath(id));
      const job = await look(id, call.signal);
      return follow(job, seconds, call);
    },

    /** What the cluster's own specification lists; empty where it has none. */
    liveSpec: (call: Call): Promise<SpecEndpoint[]> => capability.liveSpec(call.signal),

    /** Drops the kept-alive connections. */
    close: () => transport.close(),
  };
}
