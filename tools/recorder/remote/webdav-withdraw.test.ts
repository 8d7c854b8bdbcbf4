import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { openWebDav } from "./webdav.ts";

const never = new AbortController().signal;

/** A server that says this at each DELETE in turn, and then always the last. Tells how often it was asked. */
async function saying(t: TestContext, ...statuses: number[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    assert.equal(request.method, "DELETE");
    response.statusCode = statuses[Math.min(asked++, statuses.length - 1)] ?? 404;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const remote = openWebDav({
    target: "webdav",
    endpoint: `http://127.0.0.1:${port}`,
    bucketOrPath: "",
    accessKey: undefined,
    secretKey: undefined,
  });
  t.after(async () => {
    await remote.close();
    server.close();
  });
  const withdraw = () => remote.withdraw("a.wav", { temporary: ".a.wav.1.part" }, never);
  return { withdraw, asked: () => asked };
}

test("a temporary file that comes into being after its upload was broken off is taken away too", async (t) => {
  const late = await saying(t, 404, 404, 204, 404);
  await late.withdraw();
  assert.ok(late.asked() > 3);
});

test("one that comes back when the server ends what it was at is taken away again", async (t) => {
  const back = await saying(t, 204, 404, 423, 204, 404);
  await back.withdraw();
  assert.ok(back.asked() > 4);
});
