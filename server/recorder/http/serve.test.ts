import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { collectGarbage } from "../../../tools/kit/collect-garbage.fixture.ts";
import { DEFAULTS } from "../settings.ts";
import { serve } from "./serve.ts";

const PIECE = new Uint8Array(1 << 18);

/** Serves an answer that never ends, and tells when somebody has gone from it. */
async function endless(t: TestContext, unreadMs: number) {
  let tellGone = () => {};
  const gone = new Promise<void>((resolve) => {
    tellGone = resolve;
  });
  const settings = { ...DEFAULTS, folder: "", version: "1", port: 0, unreadMs };
  const connections: WeakRef<object>[] = [];
  const answer = async (_request: Request, env: object) => {
    const { incoming } = env as { incoming: IncomingMessage }; // what the listener hands on
    connections.push(new WeakRef(incoming.socket));
    return new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(PIECE),
        cancel: () => tellGone(),
      }),
    );
  };
  const { url, close } = await serve(answer, settings);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  t.after(async () => {
    socket.destroy();
    await close();
  });
  await once(socket, "connect");
  socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  return { socket, gone, connections };
}

test("a client that never reads what it asked for is let go of", { timeout: 20_000 }, async (t) => {
  const { socket, gone } = await endless(t, 100);
  socket.pause();
  await gone;
});

test("one that reads is served on", { timeout: 20_000 }, async (t) => {
  const { socket, gone } = await endless(t, 500);
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  const began = Date.now();
  let read = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (isGone || Date.now() - began > 1600) break;
  }
  assert.equal(isGone, false, `cut off after ${read} bytes`);
});

test("of a connection that broke off in the middle of an answer nothing is kept", {
  timeout: 20_000,
}, async (t) => {
  const { socket, gone, connections } = await endless(t, 60_000);
  await once(socket, "data");
  socket.destroy();
  await gone;
  const isKept = () => connections.length === 0 || connections.some((each) => each.deref());
  for (let turns = 0; turns < 200 && isKept(); turns++) {
    await turn();
    collectGarbage();
  }
  assert.equal(isKept(), false);
});
