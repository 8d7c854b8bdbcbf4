import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "../stage.fixture.ts";

const WISH = { filesystem: "fs1", fileset: "harbour", quota: "10 GiB" };

test("creating a fileset is one plan of three requests, and the result is read back", async (t) => {
  const { done, question, mutations, progress } = await stage(t);
  const asked = await question("fileset_create", WISH);
  assert.equal(
    asked.sentence,
    "Create the fileset harbour on fs1, link it at /gpfs/fs1/harbour and limit it to 10 GiB.",
  );
  assert.equal(asked.typedName, undefined);
  assert.deepEqual(
    asked.requests.map((r) => r.wire),
    [
      "POST /mgmt/v3/filesystems/fs1/filesets",
      "POST /mgmt/v3/filesystems/fs1/filesets/harbour:link",
      "PUT /mgmt/v3/filesystems/fs1/quotas",
    ],
  );
  assert.deepEqual(mutations(), []);
  const { data } = await done("fileset_create", WISH);
  assert.deepEqual(
    mutations(),
    asked.requests.map((r) => r.wire),
  );
  assert.deepEqual(data.result, {
    effective: true,
    fileset: "harbour",
    status: "linked",
    path: "/gpfs/fs1/harbour",
    quota: { bytes: 10 * 2 ** 30, human: "10 GiB" },
  });
  assert.ok(progress.some(({ message }) => message?.includes("Creating fileset")));
});

test("the same fileset on a cluster that has only v2", async (t) => {
  const { done, mutations } = await stage(t, { mode: "v2" });
  const { data } = await done("fileset_create", WISH);
  assert.deepEqual(mutations(), [
    "POST /mgmt/v2/filesystems/fs1/filesets",
    "POST /mgmt/v2/filesystems/fs1/filesets/harbour/link",
    "POST /mgmt/v2/filesystems/fs1/quotas",
  ]);
  assert.match(JSON.stringify(data.requests), /"version":"v2"/);
});

test("a fileset that is there already, or a filesystem that is not, is said before anything is planned", async (t) => {
  const { refused, mutations } = await stage(t);
  const twice = await refused("fileset_create", { filesystem: "fs1", fileset: "root" });
  assert.equal(twice.problem, "bad-input");
  const nowhere = await refused("fileset_create", { filesystem: "fs9", fileset: "harbour" });
  assert.equal(nowhere.problem, "not-found");
  assert.deepEqual(nowhere.alternatives, ["fs1", "fs2"]);
  assert.deepEqual(mutations(), []);
});
