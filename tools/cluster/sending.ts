import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import type { Gates } from "../kit/gates.ts";
import type { Json } from "../kit/json.ts";
import type { Permit, Wire } from "../kit/permit.ts";
import type { PlannedRequest, Sent } from "../kit/plan.ts";
import { apiError, isCleanNotFound } from "./api-errors.ts";
import type { Capability, Choice } from "./capability.ts";
import { type Classified, classify } from "./classify.ts";
import type { Job } from "./contract.ts";
import { type Answer, fullPath, type Http, type Version, type Wanted } from "./http.ts";
import { jobError } from "./job-messages.ts";
import { jobIn } from "./jobs.ts";
import { spelled } from "./spelling.ts";

/** A writing request as a tool thinks of it, in v3's spelling. */
export type Intent = {
  /** What it does, as a clause without a subject. */
  title: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string>;
  body?: Json;
  /** True where the tool knows of destruction that neither verb nor path shows: a quota below its use. */
  destroys?: boolean;
  /** Objects touched besides those that path and body name. */
  alsoTouches?: string[];
};

type Way = { wire: Wire; wanted: Wanted; line: string };

/** Writes: planned in the wire text of the version that will be used, and sent once, with a permit. */
export function createSending(world: {
  http: Http;
  capability: Capability;
  gates: Gates;
  apiRoot: string;
  follow(job: Job, call: Call): Promise<Job>;
}) {
  const { http, capability, gates, apiRoot } = world;

  function way(target: Classified, version: Version, intent: Asked): Way | undefined {
    const wanted = spelled(target, version, intent.query ?? {}, intent.body);
    if (!wanted) return undefined;
    const path = fullPath(apiRoot, wanted);
    const destroys =
      intent.effect === "destroys" || target.effect === "destroys" || wanted.method === "DELETE";
    const wire: Wire = {
      version,
      method: wanted.method,
      path,
      effect: destroys ? "destroys" : "changes",
      touches: [...new Set([...target.touches, ...intent.touches])],
    };
    return { wire, wanted, line: `${wanted.method} ${path}` };
  }

  /** The ways a request may leave, in the order in which they are tried. */
  function ways(target: Classified, choice: Choice, intent: Asked): [Way, Way?] {
    const v3 = way(target, "v3", intent);
    const v2 = way(target, "v2", intent);
    if (choice === "v2" && v2) return [v2];
    if (!v3) throw new Error("every request has a v3 spelling");
    return choice === "unknown" && v2 ? [v3, v2] : [v3];
  }

  async function leave(way: Way, request: PlannedRequest, permit: Permit, call: Call) {
    if (way.line !== request.wire && way.line !== request.otherwise)
      throw new HubError("changed", "The cluster's API has changed since this was planned.", {
        advice: "Nothing was sent. Make the call again to see the present plan.",
      });
    await permit.spend(request, way.wire);
    return http.once(way.wanted, call.signal);
  }

  return {
    /**
     * A request as it would be sent now, with `otherwise` where the cluster may turn out to have only v2. Throws
     * HubError for a path that cannot be judged or that a rule denies.
     */
    prepare: async (intent: Intent, call: Call): Promise<PlannedRequest> => {
      const target = classify(intent.method, intent.path, intent.body, intent.query);
      const denied = gates.paths.denies(target.path);
      if (denied) throw denied;
      if (target.method === "GET") throw new HubError("bad-input", "A GET is no writing request.");
      const destroys = intent.destroys || target.effect === "destroys";
      const effect: Asked["effect"] = destroys ? "destroys" : "changes";
      const asked = { ...intent, effect, touches: intent.alsoTouches ?? [] };
      const choice = await capability.choose(target.route, call.signal);
      const [first, second] = ways(target, choice, asked);
      const effects = [first.wire.effect, second?.wire.effect];
      return {
        title: intent.title,
        method: target.method,
        path: target.path,
        ...(intent.query === undefined ? {} : { query: intent.query }),
        ...(intent.body === undefined ? {} : { body: intent.body }),
        effect: effects.includes("destroys") ? "destroys" : "changes",
        touches: first.wire.touches,
        wire: first.line,
        ...(second ? { otherwise: second.line } : {}),
      };
    },

    /**
     * Sends one request of a confirmed plan: once, and once more as v2 only where v3 says in JSON that it does not
     * have the endpoint. Then follows its job; where waiting ends first, the state is `accepted` with the job's id.
     * Throws HubError `failed` for a job that failed or was cancelled.
     */
    send: async (request: PlannedRequest, permit: Permit, call: Call): Promise<Sent> => {
      const target = classify(request.method, request.path, request.body, request.query);
      const denied = gates.paths.denies(target.path);
      if (denied) throw denied;
      const choice = await capability.choose(target.route, call.signal);
      const [first, second] = ways(target, choice, request);
      let used = first;
      let answer = await leave(first, request, permit, call);
      if (second && isCleanNotFound(answer)) {
        used = second;
        answer = await leave(second, request, permit, call);
      }
      const version = used.wire.version;
      if (answer.status >= 300) throw apiError(answer, used.line, http.place);
      capability.learn(target.route, version === "v2" ? "v2" : "v3");
      return outcome({ request, version, answer, cancels: isCancel(target.path) }, call);
    },
  };

  async function outcome(
    what: { request: PlannedRequest; version: string; answer: Answer; cancels: boolean },
    call: Call,
  ): Promise<Sent> {
    const { request, version, answer } = what;
    const started = jobIn(answer.json);
    const sent = { request, version, ...(answer.json ? { answer: answer.json } : {}) };
    if (!started) return { ...sent, state: "done" };
    const job = await world.follow(started, call);
    switch (job.state) {
      case "running":
      case "cancelling":
        return { ...sent, state: "accepted", job: job.id };
      case "cancelled":
        if (what.cancels) return { ...sent, state: "done", job: job.id };
        throw jobError(job);
      case "failed":
        throw jobError(job);
      // A cluster may forget how a job ended; what is read back then says what became of it.
      case "unknown":
      case "completed":
        return { ...sent, state: "done", job: job.id };
    }
  }
}

type Asked = Pick<PlannedRequest, "query" | "body" | "effect" | "touches">;

const isCancel = (path: string) => path.startsWith("/jobs/") || path.endsWith(":cancel");
