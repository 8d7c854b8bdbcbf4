import { Agent, request } from "node:http";
import { sendText } from "../../server/portal/fuzz-send.fixture.ts";
import { ODD_HEADERS, ODD_METHODS, oddText } from "../../server/portal/invent-request.fixture.ts";
import { type Seeded, seeded } from "../../tools/cluster/simulator/seeded.ts";
import { recordingPage } from "../../tools/recorder/contract.ts";
import type { OpenApiOperation } from "../../tools/recorder/surface/openapi/describe-operation.ts";
import type { OpenApi } from "../../tools/recorder/surface/openapi/openapi.ts";
import { inventUpload } from "./invent-upload.ts";
import {
  type Fitting,
  type Inventing,
  inventJson,
  inventValue,
  oddWord,
  type Schema,
} from "./invent-value.ts";
import { createJudge, type Got } from "./judge.ts";

export type FuzzResult = { requests: number; byStatus: Map<number, number>; faults: string[] };

type Surface = { url: string; token: string; api: OpenApi };
type Asked = {
  operation: string | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
};
type Route = { path: string; method: string; operation: OpenApiOperation };

const AT_ONCE = 8;
/** More recordings than these make every page the same. */
const MOST_RECORDINGS = 60;

/** Generated requests to every endpoint of a surface until `more` says stop. */
export async function fuzzSurface(
  surface: Surface,
  { seed, more }: { seed: number; more: () => boolean },
): Promise<FuzzResult> {
  const random = seeded(seed);
  const judge = createJudge(surface.api);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const result: FuzzResult = { requests: 0, byStatus: new Map(), faults: [] };
  const routes = routesOf(surface.api);
  const note = (asked: Asked, got: Got) => {
    result.requests++;
    result.byStatus.set(got.status, (result.byStatus.get(got.status) ?? 0) + 1);
    const fault = judge(asked.operation, asked.method, got);
    const said = JSON.stringify({ ...asked, body: asked.body?.toString("latin1").slice(0, 400) });
    if (fault)
      result.faults.push(`${fault}: ${said} → ${got.status} ${got.body.toString().slice(0, 300)}`);
  };
  try {
    while (more()) {
      const ids = await tidied(surface);
      const fitting: Fitting = {
        ...FITTING,
        id: [`take-${result.requests}`, ...ids],
        recording_id: ids,
      };
      const inventing = { random, fitting, resolve: resolverOf(surface.api) };
      const batch = Array.from({ length: AT_ONCE }, () => invent(routes, surface, inventing));
      await Promise.all(
        batch.map(async (asked) => {
          const got = await send(agent, surface.url, asked);
          note(asked, got);
          followToken(surface, asked, got);
        }),
      );
      if (random.next() < 0.1) {
        const text = oddText(random.next);
        const { status } = await sendText(surface.url, text);
        if (status >= 500) result.faults.push(`${status} for ${JSON.stringify(text)}`);
      }
    }
    return result;
  } finally {
    agent.destroy();
  }
}

const FITTING: Fitting = {
  started_at: ["2026-11-21T08:15:00Z", "2026-11-21T09:15:00+01:00"],
  duration_s: [0, 1],
  sample_rate: [8000, 16_000],
  channels: [1],
  codec: ["wav_pcm_s16le", "opus", "adpcm"],
  sha256: ["0".repeat(64), "F".repeat(64)],
  device: ["kitchen", "none"],
  q: ["milk", "release friday", '"', "*"],
  upload_endpoint: ["http://127.0.0.1:9", "https://store.example", "file:///etc/passwd", null],
  api_token: ["a-token-of-my-own-choosing", "short"],
};

const RANGES = [
  "bytes=0-0",
  "bytes=-1",
  "bytes=5-",
  "bytes=5-2",
  "bytes=999999999-",
  "bytes=0-1,3-4",
  "bytes=abc",
  "items=1-2",
  `bytes=${"9".repeat(30)}-`,
] as const;

/** Those that take a body come more often: there is more to go wrong. */
function routesOf({ paths }: OpenApi): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Array.from({ length: operation.requestBody ? 4 : 1 }, () => ({ path, method, operation })),
    ),
  );
}

function resolverOf({ components }: OpenApi) {
  return (ref: string) => (components.schemas[ref.split("/").at(-1) ?? ""] ?? {}) as Schema; // as JSON Schema has it
}

function invent(routes: Route[], { token }: Surface, inventing: Inventing): Asked {
  const { random } = inventing;
  const { path: template, method, operation } = routes[random.int(0, routes.length - 1)] as Route; // there are routes
  const headers: Record<string, string> = {};
  let path = `/api/v1${template}`;
  const query: string[] = [];
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    const word = String(inventValue(schema as Schema, name, inventing)); // as JSON Schema has it
    if (place === "path") path = path.replace(`{${name}}`, encode(word) || "-");
    else if (random.next() > (required ? 0.95 : 0.3)) continue;
    else if (place === "query") query.push(`${name}=${encode(word)}`);
    else if (name === "Range") headers.range = random.pick(RANGES);
    else headers[name.toLowerCase()] = random.pick(['"x"', 'W/"x"', "*", "", "5"]);
  }
  if (random.next() < 0.05) query.push(...query);
  if (random.next() < 0.03) query.push(`${encode(oddWord(random))}=1`);
  if (random.next() < 0.9) headers.authorization = `Bearer ${token}`;
  else if (random.next() < 0.5)
    headers.authorization = random.pick([
      "Bearer",
      "Bearer x",
      "Basic eDp5",
      `Bearer ${"x".repeat(9000)}`,
    ]);
  const body = bodyOf(operation, headers, inventing);
  // Node's client frames no body of a DELETE by itself.
  if (body) headers["content-length"] = String(body.length);
  const isOdd = random.next() < 0.1;
  if (isOdd) addOddHeader(headers, random);
  const other = random.next();
  const asked = {
    operation: operation.operationId,
    method: method.toUpperCase(),
    path: query.length > 0 ? `${path}?${query.join("&")}` : path,
    headers,
    ...(body ? { body } : {}),
  };
  if (other < 0.03)
    return {
      ...asked,
      operation: undefined,
      path: random.pick([`${path}/`, `/${path}`, "/api/v1", path.toUpperCase(), `${path}/x`]),
    };
  if (other < 0.06)
    return {
      ...asked,
      operation: undefined,
      method: random.pick(ODD_METHODS as unknown as [string]),
    }; // it is not empty
  if (other < 0.1 && method === "get") return { ...asked, method: "HEAD" };
  return asked;
}

function encode(word: string): string {
  // Half a character cannot be encoded; it becomes the sign for what cannot be read.
  return encodeURIComponent(Buffer.from(word).toString());
}

function bodyOf(
  { requestBody }: OpenApiOperation,
  headers: Record<string, string>,
  inventing: Inventing,
): Buffer | undefined {
  const { random } = inventing;
  const [found] = Object.entries(requestBody?.content ?? {});
  if (!found || random.next() < 0.03) return undefined;
  const [type, { schema }] = found;
  headers["content-type"] =
    random.next() < 0.95
      ? type
      : random.pick(["text/plain", "application/json", "multipart/form-data", "a/b"]);
  if (type === "application/json") return Buffer.from(inventJson(schema as Schema, inventing)); // as JSON Schema has it
  if (type !== "multipart/form-data") return Buffer.from(oddWord(random).repeat(random.int(0, 50)));
  const upload = inventUpload((schema as Schema).properties?.metadata ?? {}, inventing); // as JSON Schema has it
  if (headers["content-type"] === type) headers["content-type"] = upload.type;
  return upload.body;
}

function addOddHeader(headers: Record<string, string>, random: Seeded): void {
  const names = Object.keys(ODD_HEADERS).filter((name) => name !== "content-length");
  const name = names[random.int(0, names.length - 1)] ?? "accept";
  const values = ODD_HEADERS[name] ?? [""];
  headers[name] = values[random.int(0, values.length - 1)] ?? "";
}

/** A refusal by HTTP itself counts as status 0. An endless stream is left as soon as it begins. */
function send(agent: Agent, url: string, { method, path, headers, body }: Asked): Promise<Got> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const none = { status: 0, type: "", body: Buffer.alloc(0) };
    try {
      const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        const type = answer.headers["content-type"] ?? "";
        const got = () =>
          resolve({ status: answer.statusCode ?? 0, type, body: Buffer.concat(chunks) });
        if (type.startsWith("text/event-stream")) {
          got();
          answer.destroy();
          return;
        }
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", () => resolve(none));
        answer.on("end", got);
      });
      sent.on("error", () => resolve(none));
      sent.end(body);
    } catch {
      // A header that the client itself refuses.
      resolve(none);
    }
  });
}

/** A new token that was taken counts from now on. */
function followToken(surface: Surface, { operation, method, body }: Asked, got: Got): void {
  if (operation !== "updateDeviceConfig" || method !== "PUT" || got.status !== 200) return;
  const { api_token } = JSON.parse(String(body).replace(/^\ufeff/, "")) as { api_token?: string }; // it was taken
  if (api_token !== undefined) surface.token = api_token;
}

/** The ids of what is there, never more than some. */
async function tidied({ url, token }: Surface): Promise<[string, ...string[]]> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/recordings?limit=200`, { headers });
  if (answer.status !== 200) throw new Error(`the surface is gone: ${await answer.text()}`);
  const ids = recordingPage.parse(await answer.json()).items.map(({ id }) => id);
  for (const id of ids.splice(MOST_RECORDINGS))
    await fetch(`${url}/api/v1/recordings/${id}`, { method: "DELETE", headers });
  return ["another", ...ids];
}
