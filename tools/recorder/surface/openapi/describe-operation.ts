import type { z } from "zod";
import { ERRORS, type ErrorCode } from "../../contract.ts";
import type { Answer, Operation } from "./operation.ts";

export type OpenApiOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { schema: object }>;
      headers?: Record<string, object>;
    }
  >;
  security?: Record<string, string[]>[];
};

type SchemaOf = (schema: z.ZodType) => object;

/** One endpoint with all its answers. `everywhere` are the errors that any endpoint with a token may answer. */
export function describeOperation(
  operation: Operation,
  everywhere: ErrorCode[],
  schemaOf: SchemaOf,
): OpenApiOperation {
  const { parameters, body } = operation;
  const alone = everywhere.filter((code) => code !== "insufficient_scope" || !isRead(operation));
  const errors = operation.isOpen ? [] : (["unauthorized", ...alone] as const);
  return {
    operationId: operation.id,
    summary: operation.says,
    tags: [operation.tag],
    ...(parameters && {
      parameters: parameters.map(({ name, in: place, says, required = false, schema }) => {
        return { name, in: place, description: says, required, schema: schemaOf(schema) };
      }),
    }),
    ...(body && { requestBody: { required: true, content: bodyOf(body, schemaOf) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          answered(answer, schemaOf),
        ]),
      ),
      ...failures([...ALWAYS, ...errors, ...operation.errors]),
    },
    ...(operation.isOpen ? { security: [] } : {}),
  };
}

const ALWAYS: ErrorCode[] = ["bad_request", "host_not_allowed", "origin_not_allowed", "internal"];
const isRead = ({ method }: Operation) => method === "get";

function bodyOf(body: NonNullable<Operation["body"]>, schemaOf: SchemaOf) {
  return "json" in body
    ? { "application/json": { schema: schemaOf(body.json) } }
    : { [body.type]: { schema: body.schema } };
}

function answered({ says, json, types = [], headers = {} }: Answer, schemaOf: SchemaOf) {
  const content = Object.fromEntries(types.map((type) => [type, { schema: rawOf(type) }]));
  if (json) content["application/json"] = { schema: schemaOf(json) };
  const told = Object.entries(headers).map(([name, description]) => {
    return [name, { description, schema: { type: "string" } }];
  });
  return {
    description: says,
    ...(Object.keys(content).length > 0 && { content }),
    ...(told.length > 0 && { headers: Object.fromEntries(told) }),
  };
}

const rawOf = (type: string): object =>
  type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };

/** One answer for each status, naming every code that it may have. */
function failures(codes: ErrorCode[]): OpenApiOperation["responses"] {
  const byStatus: OpenApiOperation["responses"] = {};
  for (const status of new Set(codes.map((code) => ERRORS[code][0]))) {
    const its = [...new Set(codes)].filter((code) => ERRORS[code][0] === status);
    byStatus[status] = {
      description: its.join(" or "),
      content: { "application/json": { schema: errorSchema(its) } },
    };
  }
  return byStatus;
}

const errorSchema = (codes: ErrorCode[]) => ({
  allOf: [
    { $ref: "#/components/schemas/Error" },
    { properties: { code: { enum: codes } }, required: ["detail", "code"] },
  ],
});
