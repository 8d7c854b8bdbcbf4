import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createContext, runInContext, Script } from "node:vm";
import type { OpenApi } from "./openapi.ts";
import { PAGE, PAGE_POLICY } from "./openapi-page.ts";
import { BASIC, session } from "./test-session.ts";

type Operation = {
  parameters: { name: string; in: string }[];
  servers?: { url: string }[];
  requestBody?: { content: { "application/json": { example: object } } };
};

async function read(mode: "v3" | "v2" | "mixed", path: string) {
  const { ask } = session({ mode });
  const answer = await ask("GET", path);
  assert.equal(answer.status, 200, path);
  const spec = answer.json as unknown as OpenApi; // the tests look at what is in it
  const operation = (at: string, method: string) =>
    spec.paths[at]?.[method] as Operation | undefined;
  return { spec, operation };
}

test("the specification is at the root, below /mgmt and below the version", async () => {
  for (const path of ["/openapi.json", "/mgmt/openapi.json", "/mgmt/v3/openapi.json"]) {
    const { spec } = await read("v3", path);
    assert.match(spec.openapi, /^3\./);
    assert.deepEqual(spec.servers, [{ url: "/mgmt/v3" }]);
  }
  assert.deepEqual((await read("v3", "/scalemgmt/openapi.json")).spec.servers, [
    { url: "/scalemgmt/v3" },
  ]);
  assert.deepEqual((await read("v2", "/openapi.json")).spec.servers, [{ url: "/mgmt/v2" }]);
  const { ask } = session({ mode: "v3" });
  assert.equal((await ask("GET", "/mgmt/v2/openapi.json")).status, 404);
});

test("it describes parameters, bodies and colon verbs", async () => {
  const { spec, operation } = await read("v3", "/openapi.json");
  const get = operation("/filesystems/{filesystemName}/filesets", "get");
  assert.deepEqual(
    get?.parameters.map((one) => `${one.in} ${one.name}`),
    ["path filesystemName", "query fields", "query filter", "query lastId"],
  );
  const link = operation("/filesystems/{filesystemName}/filesets/{filesetName}:link", "post");
  assert.deepEqual(link?.requestBody?.content["application/json"].example, {
    path: "/gpfs/fs1/proj1",
  });
  assert.equal(operation("/filesystems/{filesystemName}/pools", "get"), undefined);
  const ids = Object.values(spec.paths)
    .flatMap((one) => Object.values(one))
    .map((one) => (one as { operationId: string }).operationId);
  assert.equal(new Set(ids).size, ids.length);
});

test("in mixed mode what only v2 has names v2 as its server", async () => {
  const { operation } = await read("mixed", "/openapi.json");
  assert.deepEqual(operation("/jobs/{jobId}", "get")?.servers, [{ url: "/mgmt/v2" }]);
  const put = operation("/filesystems/{filesystemName}", "put");
  assert.deepEqual(put?.servers, [{ url: "/mgmt/v2" }]);
  assert.equal(operation("/filesystems/{filesystemName}", "get")?.servers, undefined);
});

test("the page stands alone, lets only its own script run, and says that it is a simulator", async () => {
  const { simulator } = session();
  for (const path of ["/openapi/", "/mgmt/openapi/"]) {
    const headers = { authorization: BASIC };
    const response = await simulator.fetch(new Request(`https://c.example${path}`, { headers }));
    assert.match(response.headers.get("content-type") ?? "", /text\/html/);
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'; script-src 'sha256-/);
    const page = await response.text();
    assert.match(page, /This is a simulator/);
    assert.doesNotMatch(page, /https?:\/\//);
    assert.doesNotMatch(page, /innerHTML|insertAdjacent|document\.write/);
  }
});

test("the page's script is the one that its policy lets run, and shows an answer as it came", () => {
  const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(PAGE) ?? [];
  assert.ok(PAGE_POLICY.includes(createHash("sha256").update(script).digest("base64")));
  new Script(script);

  const indent = script.slice(script.indexOf("const indent"), script.indexOf("const form"));
  const text = '{"id":1094812345678901235,"a":[{},[],"x,\\"{y}"],"b":{"c":null}}';
  const shown: unknown = runInContext(`${indent}; indent(text)`, createContext({ text }));
  assert.ok(typeof shown === "string" && shown.includes('"id": 1094812345678901235,\n'));
  assert.deepEqual(JSON.parse(shown), JSON.parse(text));
});
