import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { ingest, metadata, startServer, until, wav } from "../server/recorder/server.fixture.ts";
import { createRoad } from "../tools/kit/shelf.fixture.ts";
import type { LineWorld } from "../tools/recorder/client/line.ts";
import { createRecorder } from "../tools/recorder/index.ts";
import { ERAS, type Era, serveOver, WIRES, type Wire } from "./link.fixture.ts";
import { recorderServing } from "./recorder.ts";
import { createMcpServer } from "./serve.ts";

const NOWHERE: LineWorld = { url: "http://127.0.0.1:1" };

type Options = { writes?: boolean; destructive?: boolean; wire?: Wire; instructions?: string };

/** A client of the recorder's MCP server, behind which a server of recordings may stand. */
async function served(
  t: TestContext,
  era: Era,
  server: LineWorld = NOWHERE,
  options: Options = {},
) {
  const { wire = "stdio", writes = true, destructive = true, ...rest } = options;
  const { road: open, close } = await createRoad({ writes, destructive });
  t.after(close);
  const road = { ...open, source: "recorder" };
  const serving = recorderServing({
    recorder: async () =>
      createRecorder({
        devices: new Map([["desk", NOWHERE]]),
        server,
        folders: [],
        paths: road.gates.paths,
      }),
    road,
    principal: "local:ada",
    version: "0",
    ...rest,
  });
  const link = await serveOver(wire, () => createMcpServer(serving));
  t.after(() => link.close());
  return link.connect(era);
}

/** A server with one recording that is transcribed. */
async function withRecording(t: TestContext): Promise<LineWorld> {
  const server = await startServer(t);
  await ingest(server, metadata("01Meeting"), wav());
  await until(server, () => server.parts.queue.counts().done === 2);
  return { url: server.url, token: server.secret };
}

const textOf = (result: unknown) =>
  z.object({ content: z.array(z.object({ text: z.string() })) }).parse(result).content[0]?.text ??
  "";

test("what a model pays for stays below 9 KB with all gates, and the whole list below 22 KB", async (t) => {
  const client = await served(t, "legacy");
  const { tools } = await client.listTools();
  assert.equal(tools.length, 15);
  const paid = tools.map(({ name, description, inputSchema: input }) => ({
    name,
    description,
    input,
  }));
  const bytes = Buffer.byteLength(JSON.stringify(paid));
  const all = Buffer.byteLength(JSON.stringify({ tools }));
  t.diagnostic(`${tools.length} tools, ${bytes} of ${all} bytes`);
  assert.ok(bytes <= 9_000, `${bytes} bytes of names, descriptions and inputs`);
  assert.ok(all <= 22_000, `${all} bytes of tools/list`);
});

test("a gate that is shut takes its tools out of the list", async (t) => {
  const names = async (options: Options) =>
    (await (await served(t, "legacy", NOWHERE, options)).listTools()).tools.map(({ name }) => name);
  const shut = await names({ writes: false, destructive: false });
  assert.equal(shut.length, 7);
  const writes = await names({ destructive: false });
  assert.ok(writes.includes("recording_start") && !writes.includes("recording_delete"));
});

test("the instructions say what is open, then the operator's words, in less than 2 KB", async (t) => {
  const instructions = "The desk device stands in room 4.";
  const client = await served(t, "legacy", NOWHERE, { instructions });
  const said = client.getInstructions() ?? "";
  assert.match(said, /microphone[\s\S]*room 4\.$/);
  assert.ok(Buffer.byteLength(said) < 2_000);
  const shut = await served(t, "legacy", NOWHERE, { writes: false });
  assert.match(shut.getInstructions() ?? "", /read-only/);
});

for (const wire of WIRES)
  for (const era of ERAS)
    test(`over ${wire} of ${era} what was said comes back fenced as data`, async (t) => {
      const client = await served(t, era, await withRecording(t), { wire });
      const call = async (name: string, args = {}) => client.callTool({ name, arguments: args });
      assert.match(
        textOf(await call("recording_search", { words: "milk" })),
        /Said once[\s\S]*<data-[\s\S]*buy milk/,
      );
      assert.match(
        textOf(await call("transcript_get", { recording: "last" })),
        /<data-[\s\S]*milk/,
      );
      const none = await call("recording_get", { recording: "other" });
      assert.equal(none.isError, true);
      assert.match(textOf(await call("recorder_status")), /`outpost device`/);
    });

for (const era of ERAS)
  test(`resources of ${era} are listed, completed and read`, async (t) => {
    const client = await served(t, era, await withRecording(t));
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    for (const uri of ["recording://recordings", "recording://status", "recording://01Meeting"])
      assert.ok(uris.includes(uri), uri);
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 3);
    const completed = async (value: string) =>
      (
        await client.complete({
          ref: { type: "ref/resource", uri: "recording://{id}/transcript" },
          argument: { name: "id", value },
        })
      ).completion.values;
    assert.deepEqual(await completed(""), ["last", "01Meeting"]);
    assert.deepEqual(await completed("01"), ["01Meeting"]);
    const read = async (uri: string) =>
      JSON.stringify((await client.readResource({ uri })).contents);
    assert.match(await read("recording://01Meeting/transcript"), /buy milk/);
    assert.match(await read("recording://last/summary"), /key_points/);
    assert.match(await read("recording://01Meeting"), /audio/);
    await assert.rejects(client.readResource({ uri: "recording://other/transcript" }), /recording/);
    await assert.rejects(client.readResource({ uri: "recording://..%2fx/transcript" }), {
      code: -32602,
    });
  });

test("the prompts ask for what was said, and change nothing", async (t) => {
  const client = await served(t, "legacy");
  const asked = async (name: string, args: Record<string, string>) =>
    JSON.stringify((await client.getPrompt({ name, arguments: args })).messages);
  assert.match(
    await asked("summarise_my_day", { day: "2026-11-20" }),
    /on 2026-11-20[\s\S]*nothing/,
  );
  assert.match(await asked("find_what_was_said", { about: "the release" }), /about the release/);
});
