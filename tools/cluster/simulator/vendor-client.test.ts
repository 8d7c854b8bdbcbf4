import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobView } from "./job-book.ts";
import { list, message, type Session, session } from "./test-session.ts";

// A volume provisioner for the v2 API, in the manner of those that exist: it knows nothing but /scalemgmt/v2, sends
// numbers as strings and `null` for no body, and reads what went wrong out of words.

const V2 = "/scalemgmt/v2";
const FS = `${V2}/filesystems/fs1`;

async function done(at: Session, method: string, path: string, body: unknown = null) {
  const accepted = await at.ask(method, path, body);
  assert.equal(accepted.status, 202, accepted.text);
  const [{ jobId } = { jobId: 0 }] = list<JobView>(accepted, "jobs");
  for (let tries = 0; tries < 5; tries++) {
    const [job] = list<JobView>(await at.ask("GET", `${V2}/jobs/${jobId}?fields=:all:`), "jobs");
    if (job?.status !== "RUNNING") return job;
    at.pass(2);
  }
  throw new Error("The job did not end.");
}

test("a provisioner for v2 makes, fills, snapshots, copies and removes a volume", async () => {
  const at = session({ mode: "v2" });
  const info = (await at.ask("GET", `${V2}/info`)).json.info as { paths: Record<string, string[]> };
  assert.ok(
    info.paths["/filesystems/{filesystemName}/filesets/{filesetName}/snapshotCopy/{snapshotName}"],
  );
  const cluster = await at.ask("GET", `${V2}/cluster`);
  assert.match(cluster.text, /"clusterId":\d{19}/);

  assert.equal(
    message(await at.ask("GET", `${FS}/filesets/pvc-1`)),
    "Invalid value in 'filesetName'",
  );
  const created = await done(at, "POST", `${FS}/filesets`, {
    filesetName: "pvc-1",
    inodeSpace: "new",
    maxNumInodes: "100000",
    allocInodes: "1024",
    owner: "1000:1000",
    permissions: 770,
    comment: "Fileset created by a provisioner",
  });
  assert.equal(created?.status, "COMPLETED");
  await done(at, "POST", `${FS}/filesets/pvc-1/link`, { path: "/gpfs/fs1/pvc-1" });
  await at.ask("POST", `${V2}/refreshTask/enqueue?taskId=FILESETS&maxDelay=0`, null);
  await done(at, "POST", `${FS}/quotas`, {
    operationType: "setQuota",
    quotaType: "fileset",
    objectName: "pvc-1",
    blockHardLimit: "1073741824",
    blockSoftLimit: "1073741824",
  });
  const [quota] = list(await at.ask("GET", `${FS}/quotas?filter=objectName=pvc-1`), "quotas");
  assert.equal(quota?.blockLimit, 1_048_576);

  const filter = "config.isInodeSpaceOwner=true,config.comment='''Fileset%20created%20by.*'''";
  const found = list(await at.ask("GET", `${FS}/filesets?filter=${filter}`), "filesets");
  assert.deepEqual(
    found.map((one) => one.filesetName),
    ["pvc-1"],
  );

  const encoded = "pvc-1%2Fdata";
  await done(at, "POST", `${FS}/directory/${encoded}`, { uid: "0", gid: "0" });
  const twice = await done(at, "POST", `${FS}/directory/${encoded}`, { uid: "0", gid: "0" });
  assert.match(String(twice?.result.stderr), /EFSSG0762C/);
  assert.equal((await at.ask("GET", `${FS}/owner/${encoded}`)).status, 200);
  assert.equal(message(await at.ask("GET", `${FS}/owner/nothing`)), "File not found");

  await done(at, "POST", `${FS}/filesets/pvc-1/snapshots`, { snapshotName: "s1" });
  const [latest] = list(await at.ask("GET", `${FS}/filesets/pvc-1/snapshots/latest`), "snapshots");
  assert.equal(latest?.snapshotName, "s1");
  const copied = await done(at, "PUT", `${FS}/filesets/pvc-1/snapshotCopy/s1/path/data`, {
    targetPath: "/gpfs/fs1/copy",
  });
  assert.equal(copied?.status, "COMPLETED");

  await done(at, "DELETE", `${FS}/filesets/pvc-1/snapshots/s1`);
  await done(at, "DELETE", `${FS}/filesets/pvc-1/link?force=True`);
  await done(at, "DELETE", `${FS}/filesets/pvc-1`);
  const gone = await at.ask("DELETE", `${FS}/filesets/pvc-1`, null);
  assert.match(message(gone), /Invalid value in 'fsetName'/);
  const missing = await done(at, "DELETE", `${FS}/directory/nothing`);
  assert.match(String(missing?.result.stderr), /EFSSG0264C/);
  const link = await done(at, "DELETE", `${FS}/symlink/nothing`);
  assert.match(String(link?.result.stderr), /EFSSG2006C/);
});

test("a client that insists on every documented field of a filesystem finds it, in lists too", async () => {
  const { ask } = session({ mode: "v2" });
  const [fs1] = list<Record<string, object>>(await ask("GET", `${V2}/filesystems`), "filesystems");
  const wanted: Record<string, string[]> = {
    block: ["pools", "disks", "blockSize", "metaDataBlockSize", "minFragmentSize", "inodeSize"],
    mount: ["mountPoint", "driveLetter", "nodesMountedReadWrite", "readOnly", "status"],
    replication: ["defaultDataReplicas", "strictReplication", "logReplicas"],
    quota: ["quotasAccountingEnabled", "quotasEnforced", "perfilesetQuotas", "filesetdfEnabled"],
    settings: ["aclSemantics", "dmapiEnabled", "numNodes", "maxNumberOfInodes"],
  };
  for (const [part, names] of Object.entries(wanted))
    for (const name of names) assert.ok(name in (fs1?.[part] ?? {}), `${part}.${name}`);
  for (const name of ["oid", "uuid", "version", "type", "createTime", "fileAuditLogConfig"])
    assert.ok(fs1 && name in fs1, name);
  const byId = await ask("GET", `${V2}/filesystems?filter=uuid=${String(fs1?.uuid as unknown)}`);
  assert.equal(list(byId, "filesystems").length, 1);
});

test("nodes, disks, pools and health are where a v2 client looks for them", async () => {
  const { ask } = session({ mode: "v2" });
  const nodes = list(await ask("GET", `${V2}/nodes?fields=roles.gatewayNode`), "nodes");
  assert.deepEqual(nodes[0], {
    adminNodeName: "storage-01.outpost-demo.example",
    roles: { gatewayNode: false },
  });
  const path = `${V2}/nodes/storage-01/health/states`;
  const healthy = `${path}?filter=state=HEALTHY,entityType=NODE,component=GPFS`;
  assert.equal(list(await ask("GET", healthy), "states").length, 1);
  assert.equal(list(await ask("GET", `${FS}/disks`), "disks").length, 5);
  assert.equal(list(await ask("GET", `${FS}/pools/data`), "storagePool").length, 1);
  assert.equal(message(await ask("GET", `${FS}/pools/gold`)), "Invalid value in 'storagePool'");
  assert.ok(list(await ask("GET", `${FS}/filesets/home/quotas`), "quotas").length > 0);
  assert.equal((await ask("GET", `${V2}/healthcheck`)).status, 200);
});
