import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ERRORS, errorBody } from "../../tools/recorder/contract.ts";
import type { OpenApi } from "../../tools/recorder/surface/openapi/openapi.ts";

export type Got = { status: number; type: string; body: Buffer };

/** What is wrong with an answer by the description of the API; undefined where nothing is. */
export type Judge = (operation: string | undefined, method: string, got: Got) => string | undefined;

/** Compiles every answer that the description names. */
export function createJudge(api: OpenApi): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "api", components: api.components });
  const checks = new Map<string, ValidateFunction | "no JSON" | "no body">();
  for (const methods of Object.values(api.paths))
    for (const { operationId, responses } of Object.values(methods))
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content?.["application/json"]?.schema;
        const text = JSON.stringify(schema ?? {}).replaceAll('"#/components', '"api#/components');
        const check = schema ? ajv.compile(JSON.parse(text) as object) : "no JSON"; // it was one just now
        checks.set(`${operationId} ${status}`, content ? check : "no body");
      }
  return (operation, method, { status, type, body }) => {
    if (status === 0) return undefined;
    if (status === 500) return "a 500";
    if (method === "HEAD") return body.length > 0 ? "a HEAD with a body" : undefined;
    if (operation === undefined) return status < 400 ? undefined : wrongError(status, body);
    // What any address may answer: the words of a path may lead to another one.
    if (status === 404 || status === 405) return wrongError(status, body);
    const check = checks.get(`${operation} ${status}`);
    if (check === undefined) return "a status that is not described";
    if (check === "no body") return body.length > 0 ? "a body that is not described" : undefined;
    if (check === "no JSON") return undefined;
    if (!type.startsWith("application/json")) return `${type} in place of JSON`;
    if (!check(JSON.parse(body.toString())))
      return `not its schema: ${ajv.errorsText(check.errors)}`;
    return status < 400 ? undefined : wrongError(status, body);
  };
}

function wrongError(status: number, body: Buffer): string | undefined {
  const { data } = errorBody.safeParse(parsed(body));
  if (!data) return "no Error";
  const [known] = ERRORS[data.code as keyof typeof ERRORS] ?? []; // undefined for a code that is unknown
  return known === status ? undefined : `the code ${data.code} with status ${status}`;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
