import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ERROR_CODES, ERRORS } from "../../contract.ts";
import { deviceOpenApi, type OpenApi, serverOpenApi } from "./openapi.ts";

/** What the contract's table says: method, path, and every status that it documents. */
const SHARED = [
  "get /recordings 200",
  "get /recordings/{id} 200 404",
  "delete /recordings/{id} 204 404",
  "get /recordings/{id}/audio 200 206 404",
];
const DEVICE = [
  ...SHARED,
  "get /device 200",
  "get /device/config 200",
  "put /device/config 200 401",
  "post /record/start 200 409",
  "post /record/stop 200 409",
  "post /ota 202 401",
];
const SERVER = [
  ...SHARED,
  "get /recordings/{id}/transcript 200 404 409",
  "get /recordings/{id}/summary 200 404 409",
  "get /recordings/{id}/export 200 404",
  "post /ingest 202 401",
];

function operations(api: OpenApi) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  );
}

/** Every schema that stands anywhere in the description. */
function schemasIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "schema" in value && typeof value.schema === "object" && value.schema;
  return [...(own ? [own] : []), ...Object.values(value).flatMap(schemasIn)];
}

for (const [name, api, wanted] of [
  ["device", deviceOpenApi(), DEVICE],
  ["server", serverOpenApi(), SERVER],
] as const) {
  test(`the ${name}'s description names every operation and status of the contract`, () => {
    for (const line of wanted) {
      const [method = "", path = "", ...statuses] = line.split(" ");
      const operation = api.paths[path]?.[method];
      assert.ok(operation, line);
      for (const status of statuses) assert.ok(operation.responses[status], line);
    }
  });

  test(`the ${name}'s schemas compile, and none refers to what is not there`, () => {
    const ajv = new Ajv2020({ strict: false, formats: { binary: true, "date-time": true } });
    ajv.addSchema({ $id: "api", ...api }, "api");
    const references = JSON.stringify(api).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, schema = ""] of references) assert.ok(api.components.schemas[schema], schema);
    const all = [...schemasIn(api.paths), ...Object.values(api.components.schemas)];
    const text = JSON.stringify(all).replaceAll('"#/components', '"api#/components');
    for (const schema of JSON.parse(text) as object[]) ajv.compile(schema); // it was an array just now
  });

  test(`every operation of the ${name} has a name of its own and its path's parameters`, () => {
    const all = operations(api);
    assert.equal(new Set(all.map((one) => one.operationId)).size, all.length);
    for (const { path, parameters = [], operationId } of all)
      for (const [, parameter] of path.matchAll(/\{(\w+)\}/g))
        assert.ok(
          parameters.some((one) => one.name === parameter && one.in === "path" && one.required),
          operationId,
        );
  });

  test(`everything of the ${name} but its health and pairing asks for a token and may answer 401`, () => {
    assert.deepEqual(api.security, [{ bearer: [] }]);
    for (const { operationId, responses, security } of operations(api)) {
      const isOpen = ["getHealth", "offerPairing", "pair"].includes(operationId);
      assert.deepEqual(security, isOpen ? [] : undefined);
      // A wrong proof is nobody's, too.
      assert.equal("401" in responses, !isOpen || operationId === "pair");
    }
  });
}

test("every code of an error stands under its status somewhere", () => {
  const said = new Set<string>();
  for (const { responses } of [...operations(deviceOpenApi()), ...operations(serverOpenApi())])
    for (const [status, { description }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      for (const code of ERROR_CODES.filter((one) => description.split(" or ").includes(one))) {
        assert.equal(String(ERRORS[code][0]), status, code);
        said.add(code);
      }
    }
  // Answers of no operation: an address or a method that is none of them; and what other systems' failures become.
  const others = ["method_not_allowed", "forbidden"];
  assert.deepEqual(ERROR_CODES.filter((code) => !said.has(code)).sort(), others.sort());
});

test("a secret of the configuration can be written and is in nothing that is read", () => {
  const { paths, components } = deviceOpenApi();
  const written = JSON.stringify(paths["/device/config"]?.put?.requestBody);
  for (const secret of ["wifi_psk", "upload_access_key", "upload_secret_key", "api_token"]) {
    assert.match(written, new RegExp(`"${secret}":\\{((?!":\\{).)*"writeOnly":true`));
    assert.doesNotMatch(JSON.stringify(components), new RegExp(secret));
  }
  assert.match(written, /"additionalProperties":false/);
});
