import type { Root, Version } from "./call.ts";
import type { Mode } from "./options.ts";
import { offered, type Route } from "./route.ts";

export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, object>>;
  components: object;
};

/**
 * The specification of what a cluster in this mode offers. `only` limits it to one version; without it an endpoint that
 * exists in v2 alone is there as well, with a `servers` of its own.
 */
export function openapi(routes: readonly Route[], mode: Mode, root: Root, only?: Version): OpenApi {
  const version = only ?? (mode === "v2" ? "v2" : "v3");
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    const here = offered(route, version, mode);
    const elsewhere = !only && !here && offered(route, "v2", mode);
    if (!here && !elsewhere) continue;
    const servers = elsewhere ? { servers: [{ url: `${root}/v2` }] } : {};
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: { ...operation(route), ...servers },
    };
  }
  return {
    openapi: "3.0.3",
    info: {
      title: "Storage cluster management (Outpost simulator)",
      version: version === "v3" ? "3.0.0" : "2.6.0",
      description: "What this simulated cluster offers. Nothing behind it is real.",
    },
    servers: [{ url: `${root}/${version}` }],
    security: [{ basic: [] }],
    paths,
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic" } },
      schemas: SCHEMAS,
    },
  };
}

function operation(route: Route): object {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = queryOf(route).map((name) => ({
    name,
    in: "query",
    required: false,
    schema: { type: "string" },
    ...(QUERY_WORDS[name] ? { description: QUERY_WORDS[name] } : {}),
  }));
  const changes = route.method !== "GET";
  return {
    operationId: operationId(route),
    tags: [route.path.split("/")[1]?.replace(/:.*/, "")],
    summary: route.says,
    parameters: [...inPath, ...inQuery],
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: {
      [changes ? "202" : "200"]: {
        description: changes ? "Accepted; the body names the job." : "The answer.",
        content: content(changes ? "Accepted" : "Answer"),
      },
      "400": {
        description: "A value that the cluster does not know or cannot take.",
        content: content("Refused"),
      },
    },
  };
}

function queryOf(route: Route): string[] {
  const own = route.query ?? [];
  if (route.method !== "GET") return own;
  return [...own, "fields", ...(route.list ? ["filter", "lastId"] : [])];
}

const QUERY_WORDS: Record<string, string> = {
  fields: ":all:, :none:, or names separated by commas",
  filter: "field=value, also !=, < and >; several with commas; '''regular expression'''",
  lastId: "the lastId of the page before",
  force: "true to force it",
};

function operationId({ method, path }: Route): string {
  const words = path.replaceAll(/[{}]/g, "").split(/[/:]/).filter(Boolean);
  return [
    method.toLowerCase(),
    ...words.map((word) => word[0]?.toUpperCase() + word.slice(1)),
  ].join("");
}

function requestBody(example: object): object {
  return {
    required: true,
    content: { "application/json": { schema: schemaOf(example), example } },
  };
}

/** The schema that an example suggests; nothing in it is required. */
function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: "array", items: schemaOf(value[0]) };
  if (typeof value === "object" && value !== null)
    return {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, schemaOf(member)]),
      ),
    };
  return { type: typeof value };
}

function content(schema: keyof typeof SCHEMAS): object {
  return { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } };
}

const STATUS = {
  type: "object",
  properties: { code: { type: "integer" }, message: { type: "string" } },
};

const SCHEMAS = {
  Refused: { type: "object", properties: { status: STATUS } },
  Answer: { type: "object", properties: { status: STATUS }, additionalProperties: true },
  Accepted: {
    type: "object",
    properties: {
      status: STATUS,
      jobs: {
        type: "array",
        items: {
          type: "object",
          properties: {
            jobId: { type: "integer", format: "int64" },
            status: {
              type: "string",
              enum: ["RUNNING", "CANCELLING", "CANCELLED", "COMPLETED", "FAILED"],
            },
            submitted: { type: "string" },
            completed: { type: "string" },
            request: { type: "object" },
            result: { type: "object" },
          },
        },
      },
    },
  },
};
