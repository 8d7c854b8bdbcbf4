import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { auditLines } from "../tools/kit/audit-verify.ts";
import { inputOf } from "../tools/kit/run-tool.ts";
import { clusterStage } from "./cluster.fixture.ts";
import { type Elicit, ERAS, type Era, serveOver, WIRES } from "./link.fixture.ts";
import { createMcpServer, PROBLEM_META } from "./serve.ts";
import { inputSchema } from "./wire-schema.ts";

type Options = Parameters<typeof clusterStage>[1];

const SHUT = { gates: { writes: false, destructive: false } };

async function connected(t: TestContext, era: Era, options?: Options, elicit?: Elicit) {
  const staged = await clusterStage(t, options);
  const served = await serveOver("stdio", () => createMcpServer(staged.serving));
  t.after(() => served.close());
  return { ...staged, client: await served.connect(era, elicit) };
}

/** The bytes of tools/list as sent, and of what a model pays for of it. */
async function bytesOfTools(t: TestContext, options: Options) {
  const { client } = await connected(t, "legacy", options);
  const { tools } = await client.listTools();
  const paid = tools.map(({ name, description, inputSchema: input }) => ({
    name,
    description,
    input,
  }));
  return {
    tools,
    all: Buffer.byteLength(JSON.stringify({ tools })),
    paid: Buffer.byteLength(JSON.stringify(paid)),
  };
}

test("what a model pays for stays small, with all gates open and read-only", async (t) => {
  const open = await bytesOfTools(t, {});
  t.diagnostic(`open: ${open.tools.length} tools, ${open.paid} of ${open.all} bytes`);
  assert.ok(open.paid <= 12_000, `${open.paid} bytes of names, descriptions and inputs`);
  assert.ok(open.all <= 28_000, `${open.all} bytes of tools/list`);
  const shut = await bytesOfTools(t, SHUT);
  t.diagnostic(`read-only: ${shut.tools.length} tools, ${shut.paid} of ${shut.all} bytes`);
  assert.ok(shut.paid <= 6_000, `${shut.paid} bytes of names, descriptions and inputs`);
  assert.ok(shut.all <= 14_000, `${shut.all} bytes of tools/list`);
});

test("schemas are flat and portable, and every parameter is described", async (t) => {
  const { tools } = await bytesOfTools(t, {});
  for (const { name, inputSchema: schema } of tools) {
    const text = JSON.stringify(schema);
    assert.doesNotMatch(text, /anyOf|oneOf|allOf|\$ref|\$defs|exclusiveM|"const"|null/, name);
    for (const [parameter, about] of Object.entries(schema.properties ?? {}))
      assert.ok(JSON.stringify(about).includes('"description"'), `${name}.${parameter}`);
  }
});

test("the instructions say which gates are open, then the operator's words, in less than 2 KB", async (t) => {
  const open = await connected(t, "legacy");
  assert.match(open.client.getInstructions() ?? "", /confirms every write/);
  const shut = await connected(t, "legacy", SHUT);
  assert.match(shut.client.getInstructions() ?? "", /read-only/);
  for (const { client } of [open, shut])
    assert.ok(Buffer.byteLength(client.getInstructions() ?? "") < 1500);
});

for (const era of ERAS)
  test(`resources of ${era} are found by template, completed and read`, async (t) => {
    const { client, simulator } = await connected(t, era);
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.ok(uris.includes("cluster://filesystems"));
    assert.ok(uris.includes("cluster://filesystems/fs1"));
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.ok(resourceTemplates.length >= 3);

    const uri = "cluster://filesystems/{filesystem}/filesets/{fileset}";
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri },
      argument: { name: "fileset", value: "ro" },
      context: { arguments: { filesystem: "fs1" } },
    });
    assert.ok(completion.values.includes("root"), completion.values.join());

    const read = await client.readResource({ uri: "cluster://filesystems/fs1/filesets/root" });
    const [content] = read.contents;
    const { text } = z.object({ text: z.string() }).parse(content);
    assert.match(text, /"root"/);
    await assert.rejects(
      client.readResource({ uri: "cluster://filesystems/fs1/filesets/nope" }),
      /nope/,
    );
    await assert.rejects(client.readResource({ uri: "cluster://filesystems/..%2f/filesets/x" }));
    assert.deepEqual(simulator.log.mutations(), []);
  });

test("prompts for the top jobs take names that are completed", async (t) => {
  const { client } = await connected(t, "legacy", SHUT);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ["capacity_review", "safe_delete", "snapshot_cleanup"],
  );
  const { messages } = await client.getPrompt({
    name: "safe_delete",
    arguments: { filesystem: "fs1", fileset: "root" },
  });
  assert.match(JSON.stringify(messages), /delete the fileset root on fs1/);
  assert.match(JSON.stringify(messages), /Deleting is shut/);
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "capacity_review" },
    argument: { name: "filesystem", value: "fs" },
  });
  assert.deepEqual(completion.values, ["fs1", "fs2"]);
});

for (const wire of WIRES)
  for (const era of ERAS)
    test(`read-only over ${wire} of ${era}, every tool of the full build sends nothing but GET`, async (t) => {
      const staged = await clusterStage(t, SHUT);
      const { tools, simulator, road } = staged;
      const served = await serveOver(wire, () => createMcpServer(staged.serving));
      t.after(() => served.close());
      const client = await served.connect(era, () => ({
        action: "accept",
        content: { confirm: true, name: "fs1" },
      }));
      let refused = 0;
      for (const tool of tools)
        for (let seed = 0; seed < 4; seed++) {
          const args = generated(inputSchema(inputOf(tool)), seed);
          const result = await client.callTool({ name: tool.name, arguments: args });
          if (tool.effect === "reads") continue;
          refused++;
          assert.equal(result._meta?.[PROBLEM_META], "not-allowed", tool.name);
          assert.match(JSON.stringify(result.content), /CLUSTER_ALLOW_WRITES=true/);
        }
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      const reads = tools.filter(({ effect }) => effect === "reads").map(({ name }) => name);
      assert.deepEqual(listed, reads);
      assert.ok(refused > 40 && simulator.log.count("GET") > 0);
      assert.equal(simulator.log.count(), simulator.log.count("GET"));
      let lines = 0;
      for await (const line of auditLines(road.state.folder))
        if (line.includes('"event":"refused"')) lines++;
      assert.equal(lines, refused);
    });

const Properties = z.object({
  properties: z.record(
    z.string(),
    z.object({ type: z.string(), enum: z.array(z.string()).optional() }),
  ),
});

const WORDS = [
  "fs1",
  "root",
  "projects",
  "/filesystems/fs1/filesets/root",
  "DELETE",
  "10G",
  ":all:",
  "../x",
];

/** Arguments that fit a flat schema, different for each seed. */
function generated(schema: unknown, seed: number): Record<string, unknown> {
  const { properties } = Properties.parse(schema);
  const entries = Object.entries(properties).map(([name, { type, enum: choices }], index) => {
    const at = seed + index * (seed > 1 ? 3 : 0);
    if (name === "plan") return [name, false] as const;
    if (name === "idempotency_key") return [name, `key-of-the-proof-${seed}`] as const;
    if (choices) return [name, choices[at % choices.length]] as const;
    if (type === "boolean") return [name, at % 2 === 0] as const;
    if (type === "number" || type === "integer") return [name, 1 + (at % 3)] as const;
    const word = name === "filesystem" && seed < 2 ? "fs1" : WORDS[at % WORDS.length];
    return [name, type === "array" ? [word] : word] as const;
  });
  return Object.fromEntries(entries);
}
