import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { errorBody } from "../tools/recorder/contract.ts";
import { startDevice, temporary } from "./device.fixture.ts";
import { PUBLIC_KEY, signed } from "./ota/firmware.fixture.ts";
import { openSlots } from "./ota/slots.ts";

const impatient = { bytes: 1_000, ms: 600 };

async function withOta(t: TestContext) {
  const slots = await openSlots(await temporary(t));
  let restarts = 0;
  const ota = { key: PUBLIC_KEY, slots, restart: () => restarts++, pace: impatient };
  return { ...(await startDevice(t, { ota })), restarts: () => restarts };
}

/** Sends an image piece by piece with a rest after each, until there is an answer. */
async function trickle(
  { device, token }: Awaited<ReturnType<typeof withOta>>,
  image: Uint8Array,
  piece: number,
  restMs: number,
) {
  const sending = request(`${device.url}/api/v1/ota`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/octet-stream",
      "content-length": image.length,
    },
  });
  let status: number | undefined;
  let body = "";
  const over = new Promise<void>((resolve, reject) => {
    sending.on("error", (error) => (status === undefined ? reject(error) : resolve()));
    sending.on("response", (answer) => {
      status = answer.statusCode;
      answer.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      answer.on("end", resolve);
    });
  });
  for (let at = 0; at < image.length && status === undefined; at += piece) {
    sending.write(image.subarray(at, at + piece));
    await Promise.race([pause(restMs), over]);
  }
  if (status === undefined) sending.end();
  await over;
  sending.destroy();
  return { status, body };
}

test("firmware that trickles in is refused, and the next one is taken", async (t) => {
  const world = await withOta(t);
  const image = signed("x".repeat(20_000), "9.0.0");
  const { status, body } = await trickle(world, image, 1, 20);
  assert.equal(status, 408, body);
  assert.equal(errorBody.parse(JSON.parse(body)).code, "request_timeout");
  assert.equal(world.restarts(), 0);
  assert.equal((await trickle(world, image, 4_000, 20)).status, 202);
});

test("firmware that comes slowly but steadily is taken", async (t) => {
  const image = signed("x".repeat(12_000), "9.0.0");
  assert.equal((await trickle(await withOta(t), image, 1_500, 150)).status, 202);
});

test("a connection whose request never ends is let go", async (t) => {
  const { device, token, post } = await startDevice(t, { idleMs: 300 });
  await post("/record/start");
  const socket = connect(Number(new URL(device.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `GET /api/v1/recordings HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`,
  );
  socket.resume();
  await once(socket, "close");
  assert.equal((await post("/record/stop")).status, 200);
});
