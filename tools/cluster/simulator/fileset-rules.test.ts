import assert from "node:assert/strict";
import { test } from "node:test";
import { list, message, session } from "./test-session.ts";

const FS = "/mgmt/v3/filesystems/fs1";
const FILESETS = `${FS}/filesets`;

test("a linked fileset cannot be deleted; unlinked it can, and its quota goes with it", async () => {
  const { ask, work } = session();
  const refused = await work("DELETE", `${FILESETS}/staging`);
  assert.equal(refused.status, "FAILED");
  assert.match(refused.result.stderr?.[0] ?? "", /EFSSG0466C.*linked at \/gpfs\/fs1\/staging/);

  assert.equal((await work("POST", `${FILESETS}/staging:unlink`)).status, "COMPLETED");
  const [unlinked] = list<{ config: { path: string; status: string } }>(
    await ask("GET", `${FILESETS}/staging`),
    "filesets",
  );
  assert.deepEqual([unlinked?.config.path, unlinked?.config.status], ["--", "Unlinked"]);

  assert.equal((await work("DELETE", `${FILESETS}/staging`)).status, "COMPLETED");
  assert.equal((await ask("GET", `${FILESETS}/staging`)).status, 400);
  const quotas = await ask("GET", `${FS}/quotas?filter=objectName=staging`);
  assert.equal(list(quotas, "quotas").length, 0);
});

test("force unlinks and deletes in one go", async () => {
  const { ask, work } = session();
  for (const [name, query] of [
    ["staging", "force=True"],
    ["sandbox", "force_unlink=true"],
  ]) {
    assert.equal((await work("DELETE", `${FILESETS}/${name}?${query}`)).status, "COMPLETED");
    assert.equal((await ask("GET", `${FILESETS}/${name}`)).status, 400);
  }
  const kept = await work("DELETE", `${FILESETS}/logs?force_unlink=false`);
  assert.equal(kept.status, "FAILED");
});

test("the root fileset is neither deleted, unlinked nor renamed", async () => {
  const { work } = session();
  assert.equal((await work("DELETE", `${FILESETS}/root?force=true`)).status, "FAILED");
  assert.equal((await work("POST", `${FILESETS}/root:unlink`, { force: true })).status, "FAILED");
  assert.equal((await work("PUT", `${FILESETS}/root`, { newFilesetName: "x" })).status, "FAILED");
});

test("a fileset with snapshots cannot be deleted, not even by force", async () => {
  const { work } = session();
  const job = await work("DELETE", `${FILESETS}/home?force=true`);
  assert.equal(job.status, "FAILED");
  assert.match(job.result.stderr?.[0] ?? "", /EFSSG0465C.*snapshot/);
});

test("only an independent fileset has snapshots, and without an inode space a new one depends on root", async () => {
  const { work } = session();
  await work("POST", FILESETS, { filesetName: "loose" });
  const refused = await work("POST", `${FILESETS}/loose/snapshots`, { snapshotName: "s1" });
  assert.equal(refused.status, "FAILED");
  assert.match(refused.result.stderr?.[0] ?? "", /EFSSG4172I/);

  await work("POST", FILESETS, { filesetName: "own", inodeSpace: "new", maxNumInodes: "5000" });
  const taken = await work("POST", `${FILESETS}/own/snapshots`, { snapshotName: "s1" });
  assert.equal(taken.status, "COMPLETED");
  const again = await work("POST", `${FILESETS}/own/snapshots`, { snapshotName: "s1" });
  assert.match(again.result.stderr?.[0] ?? "", /EFSSP1102C/);
});

test("a junction that is taken, or lies outside the filesystem, is refused", async () => {
  const { work } = session();
  const taken = await work("POST", FILESETS, { filesetName: "a", path: "/gpfs/fs1/home/" });
  assert.match(taken.result.stderr?.[0] ?? "", /EFSSG0762C/);
  for (const path of ["/gpfs/fs2/a", "/etc/a", "/gpfs/fs1", "/gpfs/fs1/../fs2/a"]) {
    const job = await work("POST", FILESETS, { filesetName: "a", path });
    assert.equal(job.status, "FAILED", path);
  }
});

test("a linked fileset is not linked again, an unlinked one not unlinked again", async () => {
  const { work } = session();
  const link = await work("POST", `${FILESETS}/home:link`, { path: "/gpfs/fs1/other" });
  assert.match(link.result.stderr?.[0] ?? "", /EFSSG0460C/);
  const unlink = await work("POST", `${FILESETS}/old-home:unlink`);
  assert.match(unlink.result.stderr?.[0] ?? "", /EFSSG0462C/);
  const linked = await work("POST", `${FILESETS}/old-home:link`, {
    junction_path: "/gpfs/fs1/old-home",
  });
  assert.equal(linked.status, "COMPLETED");
});

test("a fileset beneath which another is linked stays linked", async () => {
  const { work } = session();
  await work("POST", FILESETS, { filesetName: "inner", path: "/gpfs/fs1/home/inner" });
  const job = await work("POST", `${FILESETS}/home:unlink`, { force: true });
  assert.match(job.result.stderr?.[0] ?? "", /inner is linked beneath it/);
});

test("a rename takes quota and snapshots along", async () => {
  const { ask, work } = session();
  const job = await work("PUT", `${FILESETS}/genomics`, {
    newFilesetName: "genetics",
    comment: "renamed",
    maxNumInodes: 200_000,
  });
  assert.equal(job.status, "COMPLETED");
  assert.equal((await ask("GET", `${FILESETS}/genomics`)).status, 400);
  const snapshots = list(await ask("GET", `${FILESETS}/genetics/snapshots`), "snapshots");
  assert.ok(snapshots.length >= 3);
  assert.ok(snapshots.every((one) => one.filesetName === "genetics"));
  const quota = list(await ask("GET", `${FS}/quotas?filter=objectName=genetics`), "quotas");
  assert.equal(quota.length, 1);
  const taken = await work("PUT", `${FILESETS}/genetics`, { newFilesetName: "home" });
  assert.match(taken.result.stderr?.[0] ?? "", /EFSSP1102C/);
});

test("a snapshot that has not expired cannot be deleted; a batch deletes the others and says which stayed", async () => {
  const { ask, work } = session();
  const locked = list<{ snapshotName: string; expirationTime?: string }>(
    await ask("GET", `${FILESETS}/finance/snapshots`),
    "snapshots",
  ).find((one) => one.expirationTime);
  const alone = await work("DELETE", `${FILESETS}/finance/snapshots/${locked?.snapshotName}`);
  assert.match(alone.result.stderr?.[0] ?? "", /it expires at 2027-/);

  const batch = await work("POST", `${FILESETS}/snapshots:batchDelete`, {
    snapshots: [
      "home:daily-2026-11-18",
      { filesetName: "finance", snapshotName: locked?.snapshotName },
      { filesetName: "apps", snapshotName: "daily-2026-11-18" },
    ],
  });
  assert.equal(batch.status, "FAILED");
  assert.equal(batch.result.stderr?.length, 1);
  assert.equal(batch.result.stdout?.length, 2);
  const unknown = await ask("POST", `${FILESETS}/snapshots:batchDelete`, { snapshots: ["a:b"] });
  assert.equal(message(unknown), "Invalid value in 'snapshotName'");
});
