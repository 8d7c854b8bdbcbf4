import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { stageWorld } from "./world.fixture.ts";

const CLUSTER = {
  CLUSTER_URL: "https://cluster.invalid",
  CLUSTER_USERNAME: "ada",
  CLUSTER_PASSWORD: "p",
};

suite("the tools of the systems that are set up", () => {
  test("a system that is not set up is simply not there", async (t) => {
    const clusterOnly = stageWorld(t, { env: CLUSTER });
    assert.equal(await clusterOnly.run("tools"), 0);
    assert.match(clusterOnly.out(), /^fileset_list/m);
    assert.doesNotMatch(clusterOnly.out(), /portal_/);
    const portalOnly = stageWorld(t, { env: { PORTAL_URL: "https://portal.invalid" } });
    assert.equal(await portalOnly.run("tools"), 0);
    assert.match(portalOnly.out(), /^portal_health +reads/m);
    assert.doesNotMatch(portalOnly.out(), /fileset_list/);
  });

  test("with both, both are listed, and --json says whose each is", async (t) => {
    const both = stageWorld(t, { env: { ...CLUSTER, PORTAL_API_URL: "http://127.0.0.1:9" } });
    assert.equal(await both.run("tools", "--json"), 0);
    const servers = new Map<string, string>(
      JSON.parse(both.out()).map(({ name, server }: { name: string; server: string }) => [
        name,
        server,
      ]),
    );
    assert.equal(servers.get("fileset_list"), "outpost-cluster");
    assert.equal(servers.get("tonight"), "outpost-portal");
    assert.ok(!servers.has("portal_raw"));
  });

  test("the tool that reads any page is listed where the operator says so", async (t) => {
    const env = { PORTAL_URL: "https://portal.invalid", PORTAL_RAW_TOOL: "true" };
    const stage = stageWorld(t, { env });
    assert.equal(await stage.run("tools"), 0);
    assert.match(stage.out(), /^portal_raw/m);
  });

  test("with none, what can be set up is named", async (t) => {
    const stage = stageWorld(t);
    assert.equal(await stage.run("tools"), 2);
    assert.match(stage.err(), /No system is set up[\s\S]*setup cluster[\s\S]*setup portal/);
  });

  test("where no wrapper listens, a call names the command that starts one", async (t) => {
    const stage = stageWorld(t, { env: { PORTAL_API_URL: "http://127.0.0.1:9" } });
    assert.equal(await stage.run("call", "portal_health"), 5);
    assert.match(stage.err(), /Start it with `outpost portal`/);
  });

  test("a call behind a shut gate is refused by the name of the gate, and a tool that is none by the nearest", async (t) => {
    const stage = stageWorld(t, { env: CLUSTER });
    assert.equal(
      await stage.run("call", "fileset_create", '{"filesystem":"fs1","fileset":"a"}'),
      3,
    );
    assert.match(stage.err(), /CLUSTER_ALLOW_WRITES=true/);
    assert.equal(await stage.run("call", "fileset_lst"), 2);
    assert.match(stage.err(), /Did you mean fileset_list\?/);
    assert.equal(await stage.run("call", "zzzz"), 2);
    assert.match(stage.err(), /“zzzz”\.\n`outpost tools` lists/);
  });

  test("an id too long for a double is taken digit by digit, as the text it is everywhere else", async (t) => {
    const stage = stageWorld(t, { env: { ...CLUSTER, CLUSTER_URL: "https://127.0.0.1:9" } });
    assert.equal(await stage.run("call", "job_wait", '{"job_id":12345678901234567891}'), 5);
    assert.doesNotMatch(stage.err(), /do not fit/);
  });

  test("a word given beforehand that no question asked for is named", async (t) => {
    const stage = stageWorld(t, { env: CLUSTER });
    await stage.run("call", "fileset_create", "{}", "--approve", "fileset_create=a");
    assert.match(stage.err(), /--approve fileset_create=a was not used/);
  });

  test("the list says of each tool what its description says first, to the end of the sentence", async (t) => {
    const stage = stageWorld(t, { env: CLUSTER });
    assert.equal(await stage.run("tools"), 0);
    assert.match(stage.out(), /^fileset_get +reads +One fileset: .+\.$/m);
    assert.match(stage.out(), /^storage_list +reads +Capacity: .+\.$/m);
  });
});
