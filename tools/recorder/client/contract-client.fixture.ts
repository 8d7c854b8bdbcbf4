import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type AxiosRequestConfig, type Document, OpenAPIClientAxios } from "openapi-client-axios";
import type { OpenApiOperation } from "../surface/openapi/describe-operation.ts";
import type { OpenApi } from "../surface/openapi/openapi.ts";

export type Called = {
  status: number;
  headers: Record<string, string>;
  /** Parsed where it was JSON. */
  body: unknown;
  bytes: Buffer;
};

export type ContractClient = {
  api: OpenApi;
  /** One operation, by its name in the description. What comes back must be one of the answers that it names. */
  call: (
    operation: string,
    asked?: {
      parameters?: Record<string, string | number>;
      body?: unknown;
      headers?: Record<string, string>;
      /** Null sends none. */
      token?: string | null;
    },
  ) => Promise<Called>;
  /** Each operation with every status that it has answered: "listRecordings 200". */
  seen: Set<string>;
};

const FORMATS: Record<string, true | RegExp> = {
  binary: true,
  "date-time": /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/,
};

/** A client that another program's generator makes of the description which the surface itself serves. */
export async function contractClient(url: string, token: string): Promise<ContractClient> {
  const api = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi; // what follows proves it
  const client = await new OpenAPIClientAxios({
    definition: api as unknown as Document, // our type names the members that are used, theirs all that might be
    axiosConfigDefaults: {
      baseURL: `${url}${api.servers[0]?.url}`,
      validateStatus: () => true,
      responseType: "arraybuffer",
      maxRedirects: 0,
    },
  }).init();
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema({ $id: "api", components: api.components });
  const operations = new Map(
    Object.values(api.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const seen = new Set<string>();
  return {
    api,
    seen,
    async call(name, { parameters = {}, body, headers = {}, token: given = token } = {}) {
      const operation = operations.get(name);
      const send = client[name];
      assert.ok(operation && send, `the description has no ${name}`);
      const authorization = given === null ? {} : { authorization: `Bearer ${given}` };
      const config: AxiosRequestConfig = { headers: { ...authorization, ...headers } };
      const answer = await send(parameters, body, config);
      const bytes = Buffer.from(answer.data as ArrayBuffer); // as asked for by responseType
      const told = Object.fromEntries(
        Object.entries(answer.headers).map(([key, value]) => [key, String(value)]),
      );
      seen.add(`${name} ${answer.status}`);
      const parsed = judged(name, operation, {
        status: answer.status,
        type: told["content-type"],
        bytes,
        ajv,
      });
      return { status: answer.status, headers: told, body: parsed, bytes };
    },
  };
}

type Got = { status: number; type: string | undefined; bytes: Buffer; ajv: Ajv2020 };

/** Fails for a status, a type or a body that the operation does not name. */
function judged(name: string, operation: OpenApiOperation, got: Got): unknown {
  const what = `${name} answered ${got.status}`;
  const answer = operation.responses[got.status];
  assert.ok(answer, `${what}, which is not described: ${got.bytes.toString().slice(0, 300)}`);
  if (!answer.content) {
    assert.equal(got.bytes.length, 0, `${what} with a body`);
    return undefined;
  }
  const type = got.type?.split(";")[0] ?? "";
  const described = answer.content[type];
  assert.ok(described, `${what} as ${type}`);
  if (type !== "application/json") return undefined;
  const body: unknown = JSON.parse(got.bytes.toString());
  const schema = JSON.stringify(described.schema).replaceAll('"#/components', '"api#/components');
  const check = got.ajv.compile(JSON.parse(schema) as object); // it was an object just now
  assert.ok(check(body), `${what}: ${got.ajv.errorsText(check.errors)}\n${JSON.stringify(body)}`);
  return body;
}
