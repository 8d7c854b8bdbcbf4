import assert from "node:assert/strict";
import test from "node:test";
import { talk } from "./conversation.fixture.ts";

test("a question for what is missing is answered by the person's next words", async () => {
  const { say } = talk();
  assert.equal((await say("create a fileset")).words, "What should the fileset be called?");
  const which = await say("list");
  assert.deepEqual(which.calls, ["filesystem_list {}"]);
  assert.equal(which.words, "On which filesystem: fs1 or fs2?");
  const { calls } = await say("on fs2, please");
  assert.deepEqual(calls, ['fileset_create {"filesystem":"fs2","fileset":"list"}']);
});

test("a whole new sentence is not taken for the answer to a question", async () => {
  const { say } = talk();
  await say("delete projects");
  assert.deepEqual((await say("list the nodes")).calls, ["node_list {}"]);
  assert.deepEqual((await say("fs1")).calls, []);
});

test("never mind drops the question", async () => {
  const { say } = talk();
  await say("delete the fileset");
  assert.deepEqual((await say("never mind")).calls, []);
  assert.deepEqual((await say("projects")).calls, []);
});

test("the only filesystem there is need not be named", async () => {
  const one = { filesystem_list: () => ({ text: "", data: { filesystems: [{ name: "gpfs0" }] } }) };
  const { calls } = await talk(one).say("unlink projects");
  assert.deepEqual(calls, [
    "filesystem_list {}",
    'fileset_unlink {"filesystem":"gpfs0","fileset":"projects"}',
  ]);
});

test("a read without a filesystem looks at each of them, and lists them once only", async () => {
  const { say } = talk();
  const { calls, words } = await say("list the filesets");
  assert.deepEqual(calls, [
    "filesystem_list {}",
    'fileset_list {"filesystem":"fs1"}',
    'fileset_list {"filesystem":"fs2"}',
  ]);
  assert.match(words, /^On fs1:\nfileset_list answered\n\nOn fs2:\nfileset_list answered$/);
  assert.deepEqual((await say("show the policy")).calls.length, 2);
});

test("looking for one fileset shows where it is and not where it is missing", async () => {
  const { say } = talk({
    fileset_get: ({ filesystem }) =>
      filesystem === "fs2" ? { text: "home of fs2." } : { text: "fs1 has no home.", failed: true },
  });
  assert.equal((await say("show the fileset home")).words, "home of fs2.");
  assert.deepEqual((await say("link it")).calls, [
    'fileset_link {"filesystem":"fs2","fileset":"home"}',
  ]);
});

test("a fileset is at home where its quota was found, not where none was", async () => {
  const { say } = talk({
    quota_list: ({ filesystem }) =>
      filesystem === "fs1"
        ? { text: "1 quota of fs1.", data: { total: 1 } }
        : { text: "0 quotas of fs2.", data: { total: 0 } },
  });
  assert.equal((await say("what is the quota of home?")).words, "1 quota of fs1.");
  assert.deepEqual((await say("how many snapshots does home have?")).calls, [
    'snapshot_list {"filesystem":"fs1","fileset":"home"}',
  ]);
  assert.deepEqual((await say("unlink it")).calls, [
    'fileset_unlink {"filesystem":"fs1","fileset":"home"}',
  ]);
});

test("of two filesystems in one question none is left out", async () => {
  assert.deepEqual((await talk().say("list filesets on fs1 and fs2")).calls, [
    "filesystem_list {}",
    'fileset_list {"filesystem":"fs1"}',
    'fileset_list {"filesystem":"fs2"}',
  ]);
});

test("it, its and an elliptic question refer to what was named last", async () => {
  const { say } = talk();
  await say("create a fileset called projects on fs1");
  assert.deepEqual((await say("and its quota?")).calls, [
    'quota_list {"filesystem":"fs1","kind":"fileset","name":"projects"}',
  ]);
  assert.deepEqual((await say("set its quota to 20 GB")).calls, [
    'quota_set {"filesystem":"fs1","name":"projects","hard":"20G"}',
  ]);
  assert.deepEqual((await say("rename it to archive")).calls, [
    'fileset_update {"filesystem":"fs1","fileset":"projects","new_name":"archive"}',
  ]);
  assert.deepEqual((await say("unlink it")).calls, [
    'fileset_unlink {"filesystem":"fs1","fileset":"archive"}',
  ]);
  await say("list the filesets of fs1");
  assert.deepEqual((await say("and fs2?")).calls, ['fileset_list {"filesystem":"fs2"}']);
});

test("how full one filesystem is can be asked of the next by its name alone", async () => {
  const { say } = talk();
  await say("how full is fs1?");
  assert.deepEqual((await say("and fs2?")).calls, ['storage_list {"filesystem":"fs2"}']);
  assert.deepEqual((await say("how full is it?")).calls, ['storage_list {"filesystem":"fs2"}']);
  assert.deepEqual((await say("what about fs1?")).calls, ['storage_list {"filesystem":"fs1"}']);
});

test("how full a fileset is can be asked of the one with that name on the next filesystem", async () => {
  const { say } = talk();
  await say("list the filesystems");
  await say("how full is home on fs1?");
  assert.deepEqual((await say("and on fs2?")).calls, [
    'quota_list {"filesystem":"fs2","kind":"fileset","name":"home"}',
  ]);
});

test("what was deleted is no longer it, and what was listed is nothing to delete", async () => {
  const { say } = talk();
  await say("delete the fileset projects on fs1");
  assert.deepEqual((await say("delete it")).calls, []);
  await say("list the filesets of fs1");
  assert.deepEqual((await say("delete it")).calls, []);
});

test("it grows stale: after three turns about something else nothing is deleted by it", async () => {
  const { say } = talk();
  await say("show the fileset projects on fs1");
  for (let i = 0; i < 3; i++) await say("hello");
  assert.deepEqual((await say("delete it")).calls, []);
});

test("a snapshot without a name gets the next free one of its owner", async () => {
  const { say } = talk({
    snapshot_list: () => ({
      text: "",
      data: { snapshots: [{ name: "home-snap-1" }, { name: "x" }] },
    }),
  });
  assert.deepEqual((await say("take a snapshot of home on fs1")).calls, [
    'snapshot_list {"filesystem":"fs1","fileset":"home"}',
    'snapshot_create {"filesystem":"fs1","snapshot":"home-snap-2","fileset":"home"}',
  ]);
});

test("where the snapshots cannot be read the name of a new one is asked for", async () => {
  const { say } = talk();
  assert.equal(
    (await say("take a snapshot of home on fs1")).words,
    "What should the snapshot be called?",
  );
  assert.deepEqual((await say("nightly")).calls, [
    'snapshot_create {"filesystem":"fs1","snapshot":"nightly","fileset":"home"}',
  ]);
});

test("a name that is a filesystem is never deleted as a fileset", async () => {
  const fs = { filesystem_list: () => ({ text: "", data: { filesystems: [{ name: "data" }] } }) };
  const { say } = talk(fs);
  await say("list the filesystems");
  const { calls, words } = await say("delete data");
  assert.deepEqual(calls, []);
  assert.match(words, /whole filesystem/);
});
