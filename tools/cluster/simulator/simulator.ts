import { type Json, type JsonObject, parseJson } from "../../kit/json.ts";
import { basicAuth } from "./basic-auth.ts";
import type { Call, Reply, Root, Version } from "./call.ts";
import { findRoute } from "./find-route.ts";
import { makeCluster } from "./make-cluster.ts";
import { openapiAnswer } from "./openapi-answer.ts";
import { DEMO_PASSWORD, DEMO_USERNAME, type Mode, type SimulatorOptions } from "./options.ts";
import { Refusal } from "./refusal.ts";
import { createRequestLog, type LoggedRequest, type RequestLog } from "./request-log.ts";
import { allRoutes } from "./routes.ts";
import type { ClusterState } from "./state.ts";
import { createTroubles, type Troubles } from "./trouble.ts";
import { writeJson } from "./write-json.ts";

/** A storage cluster that is not there: its management API, and for tests everything behind it. */
export type Simulator = {
  /** Answers one request. Rejects where a `drop` or a `lost` trouble breaks the connection. */
  fetch: (request: Request) => Promise<Response>;
  /** Settle jobs by a request, or with `state.jobs.settle(now)`, before looking. */
  state: ClusterState;
  log: RequestLog;
  trouble: Troubles;
  /** What a client must know to talk to it. */
  options: { username: string; password: string; mode: Mode };
};

const ROOTS: Root[] = ["/mgmt", "/scalemgmt"];

/** Same options, same clock and same requests give the same answers. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { mode = "v3", now = Date.now, operations = false, seed = 1 } = options;
  const state = makeCluster({
    seed,
    filesets: options.filesets ?? 26,
    jobSeconds: options.jobSeconds ?? 2,
    failRate: options.failRate ?? 0,
    born: now(),
    hostileComment: options.hostileComment ?? false,
  });
  const routes = allRoutes(mode);
  const { username = DEMO_USERNAME, password = DEMO_PASSWORD } = options;
  const allowed = basicAuth(username, password);
  const log = createRequestLog();
  const trouble = createTroubles();

  const answer = (request: Request, url: URL, body: string, logged: LoggedRequest): Response => {
    if (!allowed(request.headers.get("authorization")))
      return reply({ status: 401, body: envelope(401, "Invalid credentials") });
    try {
      const page = openapiAnswer(request.method, url.pathname, routes, mode);
      if (page) return page;
      const at = Math.floor(now());
      state.jobs.settle(at);
      logged.body = readBody(body);
      const { root, version, segments } = split(url.pathname);
      const { route, params } = findRoute(routes, mode, version, request.method, segments);
      const call: Call = {
        state,
        now: at,
        method: request.method,
        version,
        root,
        path: url.pathname,
        params,
        query: url.searchParams,
        body: asObject(logged.body),
        operations,
      };
      return reply(route.run(call));
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      return reply({ status: refused.code, body: envelope(refused.code, refused.message) });
    }
  };

  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = `${url.pathname}${url.search}`;
    const logged: LoggedRequest = { method: request.method, path };
    log.add(logged);
    const body = await request.text();
    const response = await trouble.apply(request, path, async () =>
      answer(request, url, body, logged),
    );
    logged.status = response.status;
    return response;
  };
  return { fetch, state, log, trouble, options: { username, password, mode } };
}

function reply({ status, body }: Reply): Response {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-outpost-simulator": "1",
  };
  const text = writeJson(body);
  headers["content-length"] = String(Buffer.byteLength(text));
  if (status === 401) headers["www-authenticate"] = 'Basic realm="Outpost cluster simulator"';
  return new Response(text, { status, headers });
}

function envelope(code: number, message: string): object {
  return { status: { code, message } };
}

function split(pathname: string): { root: Root; version: Version; segments: string[] } {
  const root = ROOTS.find((one) => pathname.startsWith(`${one}/`));
  const [version, ...rest] = pathname.slice((root?.length ?? 0) + 1).split("/");
  if (!root || (version !== "v2" && version !== "v3")) throw new Refusal(404, "Not found");
  if (rest.at(-1) === "") rest.pop();
  try {
    return { root, version, segments: rest.map(decodeURIComponent) };
  } catch {
    throw new Refusal(400, "The path is not properly encoded.");
  }
}

// Clients of the older API send `null` with GET and DELETE.
function readBody(text: string): Json {
  if (text.trim() === "") return null;
  try {
    return parseJson(text);
  } catch {
    throw new Refusal(400, "The request body is not valid JSON.");
  }
}

function asObject(body: Json): JsonObject {
  if (body === null) return {};
  if (typeof body !== "object" || Array.isArray(body))
    throw new Refusal(400, "The request body must be a JSON object.");
  return body;
}
