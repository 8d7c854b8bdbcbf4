import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { writeAnswer } from "../kit/road.ts";
import { inputOf } from "../kit/run-tool.ts";
import { stage } from "./stage.fixture.ts";

const KIB = 1024;

/** JSON Schema without what a server leaves out of a list: the dialect, and bounds of a double. */
function schema(of: z.ZodObject, io: "input" | "output"): string {
  return JSON.stringify(z.toJSONSchema(of, { io }), (keyword, value: unknown) =>
    keyword === "$schema" || value === Number.MAX_SAFE_INTEGER || value === -Number.MAX_SAFE_INTEGER
      ? undefined
      : value,
  );
}

test("there are 26 tools, named noun_verb, each with a title and a short description", async (t) => {
  const { tools } = await stage(t);
  assert.equal(tools.length, 26);
  assert.equal(tools.filter((tool) => tool.effect === "reads").length, 15);
  for (const { name, title, description } of tools) {
    assert.match(name, /^[a-z]+_[a-z]+$/);
    assert.ok(name.length <= 45);
    assert.ok(title.length > 0 && title.length <= 40, name);
    assert.ok(description.length > 10 && description.length <= 160, name);
  }
});

test("what a model pays for fits 12 KB with all gates open and 6 KB read-only", async (t) => {
  const { tools } = await stage(t);
  const bytes = (list: typeof tools) =>
    list.reduce(
      (sum, tool) =>
        sum + Buffer.byteLength(tool.name + tool.description + schema(inputOf(tool), "input")),
      0,
    );
  const all = bytes(tools);
  const reads = bytes(tools.filter((tool) => tool.effect === "reads"));
  t.diagnostic(`${all} bytes, ${reads} read-only`);
  assert.ok(all <= 12 * KIB, `${all}`);
  assert.ok(reads <= 6 * KIB, `${reads}`);
});

test("inputs are flat, strict, portable, and every parameter is described", async (t) => {
  const { tools } = await stage(t);
  for (const tool of tools) {
    const text = schema(inputOf(tool), "input");
    assert.doesNotMatch(
      text,
      /anyOf|oneOf|allOf|\$ref|\$defs|exclusiveM|"const"|"null"/,
      tool.name,
    );
    assert.match(text, /"additionalProperties":false/);
    for (const [name, member] of Object.entries(tool.input.shape)) {
      const about = JSON.stringify(z.toJSONSchema(member as z.ZodType)); // members of a zod shape
      assert.match(about, /"description"/, `${tool.name}.${name}`);
      assert.doesNotMatch(about, /"type":"object"/, `${tool.name}.${name}`);
    }
  }
});

test("every output names all its fields", async (t) => {
  const { tools } = await stage(t);
  for (const tool of tools) {
    const output = tool.effect === "reads" ? tool.output : writeAnswer(tool.output);
    const text = schema(output, "output");
    assert.doesNotMatch(text, /"additionalProperties":(\{|true)|"properties":\{\}/, tool.name);
  }
});

// Every tool, its answer parsed by its own schema on the road, on each kind of cluster.
const READS: [string, Record<string, unknown>][] = [
  ["cluster_summary", {}],
  ["cluster_info", {}],
  ["node_list", {}],
  ["node_list", { classes: true }],
  ["storage_list", {}],
  ["storage_list", { filesystem: "fs2" }],
  ["filesystem_list", {}],
  ["filesystem_list", { filesystem: "fs1" }],
  ["fileset_list", { filesystem: "fs1" }],
  ["fileset_list", { filesystem: "fs1", fields: "path", limit: 3 }],
  ["fileset_get", { filesystem: "fs1", fileset: "root" }],
  ["snapshot_list", { filesystem: "fs1" }],
  ["quota_list", { filesystem: "fs1", kind: "fileset" }],
  ["quota_list", { filesystem: "fs1", show: "defaults" }],
  ["quota_list", { filesystem: "fs1", show: "management" }],
  ["policy_get", { filesystem: "fs1" }],
  ["job_list", {}],
  ["job_list", { status: "completed" }],
  ["perf_query", {}],
  ["perf_query", { query: "metrics mem_memfree last 10 bucket_size 60" }],
  ["endpoint_find", { words: "quota" }],
  ["endpoint_read", { path: "/config" }],
  ["endpoint_read", { path: "/mgmt/v2/filesystems/fs1/pools" }],
  ["endpoint_read", { path: "/filesystems/fs1/filesets", filter: "filesetName=root" }],
];

for (const mode of ["v3", "v2", "mixed"] as const)
  test(`every reading tool answers on a ${mode} cluster, in at most 24 KB, and changes nothing`, async (t) => {
    const { done, mutations } = await stage(t, { mode });
    for (const [name, args] of READS) {
      const { text, data } = await done(name, args);
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
      assert.ok(bytes <= 24_000, `${name}: ${bytes}`);
      assert.ok(text.length > 10, name);
    }
    assert.deepEqual(mutations(), []);
  });
