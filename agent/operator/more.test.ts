import assert from "node:assert/strict";
import test from "node:test";
import { talk } from "./conversation.fixture.ts";

const paged = (tool: string, pages: number) => ({
  [tool]: ({ filesystem, cursor }: Record<string, unknown>) => {
    const page = cursor === undefined ? 1 : Number(cursor);
    return {
      text: `${String(filesystem)}, page ${page}`,
      data: page < pages ? { cursor: `${page + 1}` } : {},
    };
  },
});

test("more goes on where the last list stopped, until it is read whole", async () => {
  const { say } = talk(paged("fileset_list", 3));
  await say("list the filesets of fs1");
  const second = await say("more");
  assert.deepEqual(second.calls, ['fileset_list {"filesystem":"fs1","cursor":"2"}']);
  assert.equal(second.words, "fs1, page 2");
  assert.deepEqual((await say("show me the next ones, please")).calls, [
    'fileset_list {"filesystem":"fs1","cursor":"3"}',
  ]);
  const after = await say("and the rest?");
  assert.deepEqual(after.calls, []);
  assert.match(after.words, /nothing more of it/);
});

test("more of several lists goes on with each of them", async () => {
  const { say } = talk(paged("fileset_list", 2));
  await say("list the filesets");
  const { calls, words } = await say("show more");
  assert.deepEqual(calls, [
    'fileset_list {"filesystem":"fs1","cursor":"2"}',
    'fileset_list {"filesystem":"fs2","cursor":"2"}',
  ]);
  assert.match(words, /^On fs1:\nfs1, page 2\n\nOn fs2:\nfs2, page 2$/);
});

test("how many more there shall be can be said", async () => {
  const { say } = talk({ ...paged("fileset_list", 3), ...paged("node_list", 3) });
  await say("list the filesets of fs1");
  assert.deepEqual((await say("show me 10 more")).calls, [
    'fileset_list {"filesystem":"fs1","cursor":"2","limit":10}',
  ]);
  await say("list the nodes");
  assert.deepEqual((await say("the next 5")).calls, ['node_list {"cursor":"2"}']);
});

test("a word in between does not lose the place, another question does", async () => {
  const { say } = talk(paged("fileset_list", 9));
  await say("list the filesets of fs1");
  await say("thanks");
  assert.deepEqual((await say("next page")).calls.length, 1);
  assert.deepEqual((await say("and on fs2?")).calls, ['fileset_list {"filesystem":"fs2"}']);
  await say("list the nodes");
  assert.deepEqual((await say("more")).calls, []);
});

test("more before anything was asked says so and asks nothing", async () => {
  const { say } = talk();
  const { calls, words } = await say("more");
  assert.deepEqual(calls, []);
  assert.match(words, /nothing more/);
});

test("more is no answer to a question that is open", async () => {
  const { say } = talk();
  await say("create a fileset");
  assert.deepEqual((await say("more")).calls, []);
});
