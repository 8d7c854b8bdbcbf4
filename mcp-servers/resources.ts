import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Call } from "../tools/kit/define-tool.ts";
import type { JsonObject } from "../tools/kit/json.ts";
import type { Road } from "../tools/kit/road.ts";
import { clientName } from "./asking.ts";
import { type Serving, UNTRUSTED_META } from "./serve.ts";
import { loaded } from "./served-tool.ts";

/** Calls one of the server's reading tools by name; what it answers is its structured content. */
export type Read = (tool: string, args: Record<string, unknown>) => Promise<JsonObject>;

type Listed = { uri: string; name: string; title?: string };

/** A resource that is the answer of a reading tool, at one address or at every address of a template. */
export type ToolResource = {
  name: string;
  title: string;
  description: string;
  /** `cluster://filesystems`, or with variables `cluster://filesystems/{filesystem}`. */
  uri: string;
  tool: string;
  args(variables: Record<string, string>): Record<string, unknown>;
  /** What of a template is worth listing; nothing where there may be thousands. */
  list?: (read: Read) => Promise<Listed[]>;
  /** Candidates for each variable that start with what is typed; `known` are the variables given before. */
  complete?: Record<string, Complete>;
};

export type Complete = (
  start: string,
  read: Read,
  known: Record<string, string>,
) => Promise<string[]>;

const COMPLETION_MS = 5_000;

/** Registers the resources. They go down the same road as the tools they stand for, and are marked as untrusted. */
export function addToolResources(
  server: McpServer,
  serving: Serving,
  resources: readonly ToolResource[],
): void {
  server.server.registerCapabilities({ resources: { listChanged: false } });
  for (const resource of resources) {
    const { name, title, description, uri } = resource;
    const about = { title, description, mimeType: "application/json" };
    const answer = async (at: URL, variables: Record<string, string>, ctx: ServerContext) => {
      const read = reader(serving, callOf(server, serving, ctx), at.href);
      return contents(at, await read(resource.tool, resource.args(variables)), serving.road);
    };
    if (!uri.includes("{"))
      server.registerResource(name, uri, about, (at, ctx) => answer(at, {}, ctx));
    else
      server.registerResource(
        name,
        templateOf(server, serving, resource),
        about,
        (at, found, ctx) => answer(at, plain(found), ctx),
      );
  }
}

function templateOf(server: McpServer, serving: Serving, resource: ToolResource): ResourceTemplate {
  const { list, complete } = resource;
  return new ResourceTemplate(resource.uri, {
    list:
      list &&
      (async (ctx) => {
        // One list that cannot be had, of jobs for instance, must not take the others with it.
        const found = await list(reader(serving, callOf(server, serving, ctx))).catch(() => []);
        return { resources: found.map((one) => ({ mimeType: "application/json", ...one })) };
      }),
    complete: Object.fromEntries(
      Object.entries(complete ?? {}).map(([variable, candidates]) => [
        variable,
        completer(serving, candidates),
      ]),
    ),
  });
}

/** A completion callback; where the system does not answer in time there is nothing to suggest, and no error. */
export function completer(serving: Serving, complete: Complete) {
  return async (start: string, context?: { arguments?: Record<string, string> }) => {
    const call: Call = {
      signal: AbortSignal.timeout(COMPLETION_MS),
      principal: serving.principal,
      client: "completion",
      progress: () => undefined,
      waitSeconds: 0,
    };
    const known = context?.arguments ?? {};
    const names = await complete(start, reader(serving, call), known).catch(() => []);
    return names.filter((one) => one.startsWith(start)).slice(0, 100);
  };
}

function reader(serving: Serving, call: Call, uri = ""): Read {
  return async (name, args) => {
    const served = serving.tools.find((one) => one.name === name);
    const tool = served && (await loaded(served));
    if (tool?.effect !== "reads") throw new Error(`${name} is no reading tool`);
    const { runTool } = await import("../tools/kit/run-tool.ts");
    const step = await runTool(tool, args, serving.road, call, { canAsk: false });
    if (step.kind === "ask") throw new Error("a read asked for a confirmation");
    if (step.outcome.ok) return step.outcome.data;
    const { error, text } = step.outcome;
    if (error.problem === "bug") serving.onBug?.(error);
    if (error.problem === "not-found") throw new ResourceNotFoundError(uri, text);
    const isTheirs = error.problem === "bad-input";
    const { InvalidParams, InternalError } = ProtocolErrorCode;
    throw new ProtocolError(isTheirs ? InvalidParams : InternalError, text);
  };
}

function callOf(server: McpServer, serving: Serving, ctx: ServerContext): Call {
  return {
    signal: ctx.mcpReq.signal,
    principal: serving.principal,
    client: clientName(server, ctx),
    progress: () => undefined,
    waitSeconds: 0,
  };
}

function contents(at: URL, data: JsonObject, road: Road): ReadResourceResult {
  return {
    contents: [
      {
        uri: at.href,
        mimeType: "application/json",
        text: JSON.stringify(data),
        _meta: { [UNTRUSTED_META]: { source: road.source } },
      },
    ],
  };
}

/** The variables of an address, decoded, each taken once. */
function plain(variables: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      decoded(Array.isArray(value) ? (value[0] ?? "") : value),
    ]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
