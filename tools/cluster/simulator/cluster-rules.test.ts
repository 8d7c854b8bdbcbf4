import assert from "node:assert/strict";
import { test } from "node:test";
import { list, message, session } from "./test-session.ts";

const FS = "/mgmt/v3/filesystems/fs1";

test("quotas are kept in KiB, take sizes as people write them, and keep a limit that is not named", async () => {
  const { ask, work } = session();
  const read = async () => {
    const filter = "quotaType=FILESET,objectName=home";
    const answer = await ask("GET", `${FS}/quotas?filter=${filter}`);
    const [quota] = list<Record<string, number>>(answer, "quotas");
    return [quota?.blockQuota, quota?.blockLimit, quota?.filesLimit];
  };
  const set = (body: object) => work("PUT", `${FS}/quotas`, body);
  const home = { quotaType: "fileset", objectName: "home" };
  await set({ ...home, blockSoftLimit: "8G", blockHardLimit: "10 GiB", filesHardLimit: "1000" });
  assert.deepEqual(await read(), [8_388_608, 10_485_760, 1000]);
  await set({ quotaType: "FILESET", objectName: "home", blockHardLimit: "10737418241" });
  assert.deepEqual(await read(), [8_388_608, 10_485_761, 1000]);
  await set({
    quota: { type: "QUOTA_TYPE_FILESET", name: "home", block_hard_limit_bytes: 21_474_836_480 },
  });
  assert.deepEqual(await read(), [8_388_608, 20_971_520, 1000]);

  const upsideDown = await set({ ...home, blockSoftLimit: "30G", blockHardLimit: "10G" });
  assert.match(upsideDown.result.stderr?.[0] ?? "", /soft limit/);
  assert.deepEqual(await read(), [8_388_608, 20_971_520, 1000]);
  const nobody = await set({ quotaType: "fileset", objectName: "nobody", blockHardLimit: "1G" });
  assert.equal(nobody.status, "FAILED");
  const answer = await ask("PUT", `${FS}/quotas`, { ...home, blockHardLimit: "much" });
  assert.equal(message(answer), "Invalid value in 'blockHardLimit'");
});

test("a policy is replaced as a whole, must have a rule, and names pools that exist", async () => {
  const { ask, work } = session();
  const rules = async () => list(await ask("GET", `${FS}/policyrules`), "policyRules");
  assert.equal((await rules()).length, 5);
  assert.deepEqual((await rules())[3]?.type, "MIGRATE");
  for (const policy of ["hello", "RULE 'a' SET POOL 'gold'"])
    assert.equal((await work("PUT", `${FS}/policies`, { policy })).status, "FAILED");
  const policy = "RULE 'all' SET POOL 'data'";
  assert.equal((await work("PUT", `${FS}/policies`, { policy })).status, "COMPLETED");
  assert.deepEqual(await rules(), [
    { filesystemName: "fs1", name: "all", type: "SET POOL", rule: policy },
  ]);
  const [active] = list(await ask("GET", `${FS}/policies`), "policies");
  assert.equal(active?.policy, policy);
});

test("a mounted filesystem cannot be deleted; unmounted it can, and its disks are free for a new one", async () => {
  const { ask, work } = session();
  const mounted = await work("DELETE", "/mgmt/v3/filesystems/fs1");
  assert.match(mounted.result.stderr?.[0] ?? "", /is mounted on storage-01/);
  assert.equal((await work("POST", `${FS}:unmount`, { nodes: [":all:"] })).status, "COMPLETED");
  assert.equal((await work("DELETE", FS)).status, "COMPLETED");
  const made = await work("POST", "/mgmt/v3/filesystems", {
    name: "fs3",
    disks: ["nsd001", "nsd003"],
    defaultMountPoint: "/gpfs/fs3",
  });
  assert.equal(made.status, "COMPLETED");
  const [fs3] = list<{ mount: { status: string } }>(
    await ask("GET", "/mgmt/v3/filesystems/fs3"),
    "filesystems",
  );
  assert.equal(fs3?.mount.status, "not mounted");
  const pools = list(await ask("GET", "/mgmt/v3/filesystems/fs3/storagepools"), "storagePool");
  assert.deepEqual(
    pools.map((pool) => pool.storagePoolName),
    ["system", "data"],
  );
  const taken = await work("POST", "/mgmt/v3/filesystems", { name: "fs4", disks: ["nsd006"] });
  assert.match(taken.result.stderr?.[0] ?? "", /belongs to file system fs2/);
});

test("a node that serves disks or votes stays; another can be removed", async () => {
  const { ask, work } = session();
  assert.equal((await work("DELETE", "/mgmt/v3/nodes/storage-01")).status, "FAILED");
  assert.equal((await work("DELETE", "/mgmt/v3/nodes/storage-03")).status, "FAILED");
  assert.equal((await work("DELETE", "/mgmt/v3/nodes/storage-04")).status, "COMPLETED");
  assert.equal(list(await ask("GET", "/mgmt/v3/nodes"), "nodes").length, 3);
});
