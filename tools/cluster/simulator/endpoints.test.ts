import assert from "node:assert/strict";
import { test } from "node:test";
import { list, message, session } from "./test-session.ts";

type Asked = [method: string, path: string, body?: unknown];
type Endpoint = { v3: Asked; v2?: Asked };

const FS = "/filesystems/fs1";
const HOME = `${FS}/filesets/home`;
const fileset = { filesetName: "new" };
const remote = { owningCluster: "other.example", key: ["k"], contactNodes: ["n1"] };
const limits = { quotaType: "fileset", objectName: "home", blockHardLimit: "10G" };
const policy = { policy: "RULE 'x' SET POOL 'data'" };

// The contract's table, row by row, and where v2 has the same thing under another name or method.
const ENDPOINTS: Endpoint[] = [
  { v3: ["GET", "/clusters"], v2: ["GET", "/cluster"] },
  { v3: ["GET", "/cluster"] },
  { v3: ["POST", "/clusters/remote", remote], v2: ["POST", "/remotemount/owningclusters", remote] },
  { v3: ["GET", "/nodes"] },
  { v3: ["GET", "/nodes/storage-01"] },
  { v3: ["DELETE", "/nodes/storage-04"] },
  { v3: ["GET", "/nodeclasses"] },
  { v3: ["GET", "/nsds"] },
  { v3: ["GET", "/nsds/nsd001"] },
  { v3: ["GET", `${FS}/storagepools`], v2: ["GET", `${FS}/pools`] },
  { v3: ["GET", "/filesystems"] },
  { v3: ["POST", "/filesystems", { name: "fs9", disks: ["nsd008"] }] },
  { v3: ["GET", FS] },
  { v3: ["PUT", FS, { automaticMountOption: "no" }] },
  { v3: ["DELETE", FS] },
  { v3: ["GET", `${FS}/filesets`] },
  { v3: ["POST", `${FS}/filesets`, fileset] },
  { v3: ["GET", HOME] },
  { v3: ["PUT", HOME, { comment: "x" }] },
  { v3: ["DELETE", HOME] },
  {
    v3: ["POST", `${HOME}:link`, { path: "/gpfs/fs1/h" }],
    v2: ["POST", `${HOME}/link`, { path: "/gpfs/fs1/h" }],
  },
  { v3: ["POST", `${HOME}:unlink`], v2: ["DELETE", `${HOME}/link`] },
  { v3: ["GET", `${FS}/snapshots`] },
  { v3: ["POST", `${FS}/snapshots`, { snapshotName: "s" }] },
  { v3: ["DELETE", `${FS}/snapshots/weekly-2026-11-13`] },
  { v3: ["GET", `${HOME}/snapshots`] },
  { v3: ["POST", `${HOME}/snapshots`, { snapshotName: "s" }] },
  { v3: ["DELETE", `${HOME}/snapshots/daily-2026-11-18`] },
  {
    v3: [
      "POST",
      `${FS}/filesets/snapshots:batchDelete`,
      { snapshots: [{ filesetName: "home", snapshotName: "daily-2026-11-18" }] },
    ],
    v2: ["DELETE", `${HOME}/snapshots/daily-2026-11-18`],
  },
  { v3: ["GET", `${FS}/quotas`] },
  { v3: ["PUT", `${FS}/quotas`, limits], v2: ["POST", `${FS}/quotas`, limits] },
  { v3: ["GET", `${FS}/quotamanagement`] },
  { v3: ["GET", `${FS}/quotadefaults`] },
  { v3: ["GET", `${FS}/policies`] },
  { v3: ["PUT", `${FS}/policies`, policy] },
  { v3: ["GET", `${FS}/policyrules`] },
  { v3: ["GET", "/jobs"] },
  { v3: ["GET", "/jobs/1000000000001"] },
  { v3: ["GET", "/perfmon/data?query=metrics+mem_memfree+last+2+bucket_size+60"] },
  { v3: ["GET", "/perfmon/sensors"] },
  { v3: ["GET", "/info"] },
  { v3: ["GET", "/config"] },
];

test("the table holds all 42 endpoints of the contract", () => {
  assert.equal(ENDPOINTS.length, 42);
});

for (const root of ["/mgmt", "/scalemgmt"])
  test(`every endpoint answers on v3 and its twin on v2 below ${root}`, async () => {
    for (const { v3, v2 = v3 } of ENDPOINTS)
      for (const [version, asked] of [
        ["v3", v3],
        ["v2", v2],
      ] as const) {
        const [method, path, body] = asked;
        const { ask } = session({ mode: version });
        const answer = await ask(method, `${root}/${version}${path}`, body);
        const expected = method === "GET" ? 200 : 202;
        assert.equal(answer.status, expected, `${version} ${method} ${path}: ${answer.text}`);
        assert.equal((answer.json.status as { code: number }).code, expected);
      }
  });

test("a version that the cluster does not have answers a JSON 404 to everything", async () => {
  for (const [mode, other] of [
    ["v2", "v3"],
    ["v3", "v2"],
  ] as const) {
    const { ask } = session({ mode });
    for (const { v3, v2 = v3 } of ENDPOINTS) {
      const [method, path, body] = other === "v3" ? v3 : v2;
      const answer = await ask(method, `/mgmt/${other}${path}`, body);
      assert.equal(answer.status, 404, `${other} ${path}`);
      assert.match(message(answer), /There is no endpoint/);
    }
  }
});

test("in mixed mode v3 lacks a part of the endpoints, and v2 has all of them", async () => {
  let missing = 0;
  for (const { v3 } of ENDPOINTS) {
    const { ask } = session({ mode: "mixed" });
    const expected = v3[0] === "GET" ? 200 : 202;
    const native = await ask(v3[0], `/mgmt/v3${v3[1]}`, v3[2]);
    if (native.status === 404) missing++;
    else assert.equal(native.status, expected, native.text);
  }
  assert.equal(missing, 17);
  for (const { v3, v2 = v3 } of ENDPOINTS) {
    const { ask } = session({ mode: "mixed" });
    const older = await ask(v2[0], `/mgmt/v2${v2[1]}`, v2[2]);
    assert.equal(older.status, v2[0] === "GET" ? 200 : 202, `${v2[1]} ${older.text}`);
  }
});

test("verbs that belong to the other version are a 404, and a method nobody has is a 405", async () => {
  const v3 = session({ mode: "v3" });
  assert.equal((await v3.ask("POST", `/mgmt/v3${FS}/quotas`, limits)).status, 404);
  assert.equal((await v3.ask("DELETE", `/mgmt/v3${HOME}/link`)).status, 404);
  assert.equal((await v3.ask("DELETE", `/mgmt/v3${FS}/quotas`)).status, 405);
  assert.equal((await v3.ask("POST", `/mgmt/v3${HOME}:frobnicate`)).status, 404);
  const v2 = session({ mode: "v2" });
  assert.equal((await v2.ask("PUT", `/mgmt/v2${FS}/quotas`, limits)).status, 404);
  assert.equal((await v2.ask("POST", `/mgmt/v2${HOME}:link`, { path: "/x" })).status, 404);
});

test("an object that is not there is a 400 that names the parameter, in both versions", async () => {
  const expected: [string, string, string][] = [
    ["GET", "/filesystems/nofs", "Invalid value in 'filesystemName'"],
    ["GET", `${FS}/filesets/none`, "Invalid value in 'filesetName'"],
    ["DELETE", `${FS}/filesets/none`, "Invalid value in 'fsetName'"],
    ["GET", `${HOME}/snapshots/none`, "Invalid value in 'snapshotName'"],
    ["GET", "/nodeclasses/none", "Invalid value in nodeclassName"],
    ["GET", "/jobs/7", "Invalid value in 'jobId'"],
    ["GET", "/nodes/nowhere", "Invalid value in 'name'"],
  ];
  for (const mode of ["v3", "v2"] as const)
    for (const [method, path, words] of expected) {
      const { ask } = session({ mode });
      const answer = await ask(method, `/mgmt/${mode}${path}`);
      assert.equal(answer.status, 400);
      assert.equal(message(answer), words);
    }
});

test("`/info` lists for each version the endpoints that it has", async () => {
  const { ask } = session({ mode: "mixed" });
  const paths = async (version: string) => {
    const { info } = (await ask("GET", `/mgmt/${version}/info`)).json as {
      info?: { name: string; paths: Record<string, string[]> };
    };
    return info?.paths;
  };
  assert.equal(await paths("v3"), undefined);
  const v2 = await paths("v2");
  assert.deepEqual(v2?.["/filesystems/{filesystemName}/quotas"], ["GET", "POST"]);
  assert.equal(v2?.["/filesystems/{filesystemName}/storagepools"], undefined);
});

test("the cluster's id is a bare integer beyond what a double holds", async () => {
  const { ask } = session();
  for (const path of ["/clusters", "/clusters?view=BASIC", "/cluster", "/config"])
    assert.match((await ask("GET", `/mgmt/v3${path}`)).text, /"clusterId":1094812345678901235[,}]/);
  assert.deepEqual(list(await ask("GET", "/mgmt/v3/clusters?view=BASIC"), "clusters"), [
    {
      clusterSummary: { clusterId: "1094812345678901235", clusterName: "outpost-demo.example" },
    },
  ]);
});
