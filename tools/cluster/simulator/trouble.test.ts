import assert from "node:assert/strict";
import { test } from "node:test";
import { BASIC, list, session } from "./test-session.ts";

const FS = "/mgmt/v3/filesystems";

function request(path: string, signal?: AbortSignal): Request {
  return new Request(`https://cluster.example${path}`, {
    headers: { authorization: BASIC },
    ...(signal ? { signal } : {}),
  });
}

test("a server error carries a stack trace, a busy server asks to come again, a proxy answers a page", async () => {
  const { simulator } = session();
  simulator.trouble.cause({ kind: "stack", times: 1 });
  const broken = await simulator.fetch(request(FS));
  assert.equal(broken.status, 500);
  assert.match(await broken.text(), /NullPointerException[\s\S]*\tat /);

  simulator.trouble.cause({ kind: "busy", times: 1 });
  const busy = await simulator.fetch(request(FS));
  assert.deepEqual([busy.status, busy.headers.get("retry-after")], [503, "1"]);

  simulator.trouble.cause({ kind: "html", status: 404, times: 1 });
  const page = await simulator.fetch(request(FS));
  assert.equal(page.status, 404);
  assert.match(page.headers.get("content-type") ?? "", /text\/html/);

  assert.equal((await simulator.fetch(request(FS))).status, 200);
});

test("a cut body ends in an error after half of it", async () => {
  const { simulator } = session();
  simulator.trouble.cause({ kind: "cut", times: 1 });
  const response = await simulator.fetch(request(FS));
  assert.equal(response.status, 200);
  await assert.rejects(response.text(), /cut the body/);
});

test("an endless body can be read for as long as one likes", async () => {
  const { simulator } = session();
  simulator.trouble.cause({ kind: "endless", times: 1 });
  const reader = (await simulator.fetch(request(FS))).body?.getReader();
  let bytes = 0;
  for (let more = true; more && bytes < 1_000_000; ) {
    const piece = await reader?.read();
    bytes += piece?.value?.length ?? 0;
    more = piece?.done === false;
  }
  await reader?.cancel();
  assert.ok(bytes >= 1_000_000);
});

test("a slow answer comes in the end, and waiting for it can be given up", async () => {
  const { simulator } = session();
  simulator.trouble.cause({ kind: "slow", milliseconds: 10, times: 1 });
  assert.equal((await simulator.fetch(request(FS))).status, 200);
  simulator.trouble.cause({ kind: "slow", milliseconds: 60_000 });
  const gone = new AbortController();
  const answer = simulator.fetch(request(FS, gone.signal));
  gone.abort();
  await assert.rejects(answer, { name: "AbortError" });
});

test("a dropped connection does nothing, a lost answer has done it", async () => {
  const { simulator, ask } = session({ jobSeconds: 0 });
  const create = (filesetName: string) => ask("POST", `${FS}/fs1/filesets`, { filesetName });
  simulator.trouble.cause({ kind: "drop", times: 1 });
  await assert.rejects(create("dropped"), /dropped the connection/);
  assert.equal((await ask("GET", `${FS}/fs1/filesets/dropped`)).status, 400);
  simulator.trouble.cause({ kind: "lost", times: 1 });
  await assert.rejects(create("lost"), /after it did the work/);
  assert.equal((await ask("GET", `${FS}/fs1/filesets/lost`)).status, 200);
});

test("trouble can be aimed at a method and a path, and ends when it is told to", async () => {
  const { simulator, ask } = session();
  const end = simulator.trouble.cause({ kind: "busy", method: "GET", path: /\/jobs\// });
  assert.equal((await ask("GET", "/mgmt/v3/jobs/1000000000001")).status, 503);
  assert.equal((await ask("GET", "/mgmt/v3/jobs")).status, 200);
  assert.equal((await ask("DELETE", "/mgmt/v3/jobs/1000000000004")).status, 202);
  end();
  assert.equal((await ask("GET", "/mgmt/v3/jobs/1000000000001")).status, 200);
});

test("the hostile comment holds an order, terminal controls, bidi controls and an invisible character", async () => {
  const { ask } = session({ hostileComment: true });
  const answer = await ask("GET", `${FS}/fs1/filesets/inbox`);
  const [inbox] = list<{ config: { comment: string } }>(answer, "filesets");
  for (const piece of ["Ignore previous instructions", "\u001b[2J", "\u202e", "\u200b", "\u0007"])
    assert.ok(inbox?.config.comment.includes(piece));
});
