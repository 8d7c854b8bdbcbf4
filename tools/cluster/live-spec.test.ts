import assert from "node:assert/strict";
import { test } from "node:test";
import { readSpec } from "./live-spec.ts";
import { stage } from "./stage.fixture.ts";

test("Swagger 2 and OpenAPI 3 describe the same endpoint the same way", () => {
  const swagger = {
    swagger: "2.0",
    basePath: "/scalemgmt/v2",
    paths: {
      "/nodes/{name}/health": {
        parameters: [{ in: "path", name: "name" }],
        put: {
          summary: "Sets  the\nhealth",
          parameters: [
            { in: "query", name: "fields" },
            { in: "body", schema: { $ref: "#/definitions/Health" } },
          ],
        },
      },
    },
    definitions: { Health: { required: ["state"], properties: { state: {}, note: {} } } },
  };
  const openapi = {
    openapi: "3.0.3",
    servers: [{ url: "https://host/scalemgmt/v2" }],
    paths: {
      "/nodes/{name}/health": {
        put: {
          summary: "Sets the health",
          parameters: [{ in: "query", name: "fields" }],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Health" } } },
          },
        },
      },
    },
    components: { schemas: { Health: swagger.definitions.Health } },
  };
  const expected = [
    {
      method: "PUT",
      version: "v2",
      path: "/nodes/{name}/health",
      summary: "Sets the health",
      effect: "destroys",
      query: ["fields"],
      body: ["state*", "note"],
    },
  ];
  assert.deepEqual(readSpec(swagger), expected);
  assert.deepEqual(readSpec(openapi), expected);
  for (const nothing of [{}, { paths: 5 }, { paths: { "/x": null } }])
    assert.deepEqual(readSpec(nothing), []);
});

test("an endpoint beyond the table is found in the cluster's own specification, and read", async (t) => {
  const { done } = await stage(t);
  const { data } = await done("endpoint_find", { words: "node health states" });
  const [first] = data.endpoints as { method: string; path: string; effect: string }[]; // its own output
  assert.match(first?.path ?? "", /health\/states/);
  const read = await done("endpoint_read", { path: "/nodes/:all:/health/states" });
  assert.match(JSON.stringify(read.data), /HEALTHY/);
});

test("the known endpoints are found even where the cluster shows no specification", async (t) => {
  const { done, simulator } = await stage(t);
  simulator.trouble.cause({ kind: "html", path: /openapi/ });
  const { data } = await done("endpoint_find", { words: "delete filesystem" });
  assert.match(JSON.stringify(data.endpoints), /"DELETE","path":"\/filesystems\/\{fs\}"/);
  assert.match(JSON.stringify(data), /no specification/);
});
