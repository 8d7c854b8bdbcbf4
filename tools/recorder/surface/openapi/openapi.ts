import { z } from "zod";
import * as contract from "../../contract.ts";
import { describeOperation, type OpenApiOperation } from "./describe-operation.ts";
import { DEVICE_OPERATIONS } from "./device-operations.ts";
import type { Operation } from "./operation.ts";
import { SERVER_OPERATIONS } from "./server-operations.ts";
import { sharedOperations } from "./shared-operations.ts";

/** Of these, one description each; elsewhere they are referred to. */
const NAMED: Record<string, z.ZodType> = {
  Error: contract.errorBody,
  Recording: contract.recording,
  RecordingPage: contract.recordingPage,
  SearchHit: contract.searchHit,
  TranscriptSegment: contract.transcriptSegment,
  Transcript: contract.transcript,
  Summary: contract.summary,
  DeviceStatus: contract.deviceStatus,
  DeviceConfig: contract.deviceConfig,
  Job: contract.job,
  JobPage: contract.jobPage,
  Pull: contract.pull,
  ServerStatus: contract.serverStatus,
};

export type OpenApi = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

/** The device's endpoints as OpenAPI 3.1, generated from the contract. */
export function deviceOpenApi(): OpenApi {
  return describe("Voice recorder: device", [...sharedOperations(false), ...DEVICE_OPERATIONS], []);
}

/** The server's endpoints as OpenAPI 3.1, generated from the contract. */
export function serverOpenApi(): OpenApi {
  const operations = [...sharedOperations(true), ...SERVER_OPERATIONS];
  return describe("Voice recorder: server", operations, ["insufficient_scope", "rate_limited"]);
}

function describe(
  title: string,
  operations: Operation[],
  everywhere: contract.ErrorCode[],
): OpenApi {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  const names = new Map(Object.entries(NAMED).map(([id, schema]) => [schema, id]));
  const paths: OpenApi["paths"] = {};
  const used = new Set<string>();
  const schemaOf = (schema: z.ZodType) => {
    const name = names.get(schema);
    if (name === undefined) return bare(z.toJSONSchema(schema, { io: "input" }));
    return { $ref: `#/components/schemas/${name}` };
  };
  for (const operation of operations) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, {
      [operation.method]: describeOperation(operation, everywhere, schemaOf),
    });
  }
  collect(paths, schemas, used);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    openapi: "3.1.0",
    info: { title, version: contract.CONTRACT_VERSION, description: DESCRIPTION },
    servers: [{ url: contract.API_PREFIX }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(kept.map(([name, schema]) => [name, bare(schema)])),
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}

const DESCRIPTION =
  "Times are RFC 3339, durations and places in audio are seconds. An error is said in `error`, what to do about it in `detail`; `code` is for programs and does not change. 400 is for what cannot be read, 409 for what the present state forbids, 422 for what was read and cannot be taken.";

/** The names of all schemas that are referred to, also by one another. */
function collect(part: unknown, schemas: Record<string, unknown>, used: Set<string>): void {
  const text = JSON.stringify(part);
  for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (used.has(name)) continue;
    used.add(name);
    collect(schemas[name], schemas, used);
  }
}

function bare(schema: object): object {
  const { $schema: _, $id: __, id: ___, ...rest } = schema as Record<string, unknown>; // plain JSON
  return rest;
}
