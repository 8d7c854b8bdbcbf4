import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulator } from "./simulator.ts";
import { BASIC, list, session } from "./test-session.ts";

test("without the right account everything answers 401 and asks for Basic", async () => {
  const simulator = createSimulator({ username: "ada", password: "pa:ss wörd" });
  const status = async (authorization?: string, path = "/mgmt/v3/filesystems") => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await simulator.fetch(new Request(`https://c.example${path}`, { headers }));
    if (response.status === 401)
      assert.match(response.headers.get("www-authenticate") ?? "", /^Basic realm=/);
    return response.status;
  };
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  assert.equal(await status(), 401);
  assert.equal(await status(BASIC), 401);
  assert.equal(await status("Bearer x"), 401);
  assert.equal(await status(basic("ada:pa:ss")), 401);
  assert.equal(await status(undefined, "/openapi.json"), 401);
  assert.equal(await status(undefined, "/mgmt/v3/nothing"), 401);
  assert.equal(await status(basic("ada:pa:ss wörd")), 200);
});

test("every answer says that it comes from a simulator", async () => {
  const { simulator, ask } = session();
  for (const path of ["/mgmt/v3/nodes", "/mgmt/v3/nothing", "/openapi.json", "/openapi/"]) {
    const headers = { authorization: BASIC };
    const response = await simulator.fetch(new Request(`https://c.example${path}`, { headers }));
    assert.equal(response.headers.get("x-outpost-simulator"), "1", path);
  }
  assert.match((await ask("GET", "/mgmt/v3/info")).text, /"name":"Outpost cluster simulator/);
});

test("the log counts all requests and keeps those that could have changed something, with their bodies", async () => {
  const { simulator, ask } = session();
  await ask("GET", "/mgmt/v3/filesystems");
  await ask("POST", "/mgmt/v3/filesystems/fs1/filesets?x=1", { filesetName: "a" });
  await ask("DELETE", "/mgmt/v2/filesystems/fs1");
  assert.equal(simulator.log.count(), 3);
  assert.equal(simulator.log.count("GET"), 1);
  assert.deepEqual(simulator.log.mutations(), [
    {
      method: "POST",
      path: "/mgmt/v3/filesystems/fs1/filesets?x=1",
      body: { filesetName: "a" },
      status: 202,
    },
    { method: "DELETE", path: "/mgmt/v2/filesystems/fs1", body: null, status: 404 },
  ]);
  simulator.log.clear();
  assert.equal(simulator.log.count(), 0);
});

test("the same seed makes the same cluster, another seed another one", async () => {
  const read = async (seed: number) => {
    const { ask } = session({ seed });
    const quotas = await ask("GET", "/mgmt/v3/filesystems/fs1/quotas");
    return quotas.text + (await ask("GET", "/mgmt/v3/filesystems/fs1/storagepools")).text;
  };
  assert.equal(await read(3), await read(3));
  assert.notEqual(await read(3), await read(4));
});

test("the demo's cluster has what a first conversation needs, and no fileset called projects", async () => {
  const { simulator, ask } = session();
  const { filesystems, nodes, disks } = simulator.state;
  assert.deepEqual([...filesystems.keys()], ["fs1", "fs2"]);
  assert.deepEqual([nodes.size, disks.size], [4, 8]);
  assert.equal(filesystems.get("fs1")?.facts.mount.mountPoint, "/gpfs/fs1");
  assert.equal(filesystems.get("fs1")?.filesets.has("projects"), false);
  assert.ok((filesystems.get("fs1")?.filesets.size ?? 0) >= 24);

  const quotas = list<{ objectName: string; blockLimit: number; blockUsage: number }>(
    await ask("GET", "/mgmt/v3/filesystems/fs1/quotas?filter=quotaType=FILESET"),
    "quotas",
  ).filter((one) => one.blockLimit > 0);
  quotas.sort((a, b) => b.blockUsage / b.blockLimit - a.blockUsage / a.blockLimit);
  assert.equal(quotas[0]?.objectName, "scratch");
  for (const { pools } of filesystems.values())
    for (const pool of pools) assert.ok(pool.freeDataInKB < pool.totalDataInKB);
});

test("a performance query gives a row a bucket and a column a node and metric, always the same", async () => {
  const { ask } = session();
  const query = "metrics mem_memfree,cpu_user last 3 bucket_size 60";
  const path = `/mgmt/v3/perfmon/data?query=${encodeURIComponent(query)}`;
  const answer = await ask("GET", path);
  const { header, legend, rows } = answer.json.performanceData as {
    header: { bcount: number; bsize: number };
    legend: { caption: string; keys: string[] }[];
    rows: { tstamp: number; values: (number | null)[] }[];
  };
  assert.deepEqual([header.bcount, header.bsize, rows.length], [3, 60, 3]);
  assert.equal(legend.length, 8);
  assert.deepEqual(legend[0]?.keys, ["storage-01.outpost-demo.example|Memory|mem_memfree"]);
  assert.equal(rows[0]?.values.length, 8);
  assert.equal((await ask("GET", path)).text, answer.text);
  for (const bad of ["", "metrics nonsense last 3", "give me all"])
    assert.equal((await ask("GET", `/mgmt/v3/perfmon/data?query=${bad}`)).status, 400);
});

test("health tells which component of which node is not well", async () => {
  const { ask } = session();
  const states = await ask("GET", "/mgmt/v3/nodes/:all:/health/states?filter=state!=HEALTHY");
  assert.deepEqual(
    list(states, "states").map((one) => one.component),
    ["NODE", "CES"],
  );
  assert.equal(list(await ask("GET", "/mgmt/v3/nodes/:all:/health/events"), "events").length, 1);
});

test("a body that is no JSON object is refused", async () => {
  const { simulator } = session();
  for (const body of ["{", "[]", '"x"']) {
    const headers = { authorization: BASIC };
    const init = { method: "POST", headers, body };
    const request = new Request("https://c.example/mgmt/v3/filesystems/fs1/filesets", init);
    assert.equal((await simulator.fetch(request)).status, 400);
  }
});
