import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { errorBody, otaAccepted } from "../../tools/recorder/contract.ts";
import { startDevice, temporary } from "../device.fixture.ts";
import { PUBLIC_KEY, signed } from "./firmware.fixture.ts";
import { makeImage } from "./image.ts";
import { firmwareKey } from "./route.ts";
import { openSlots } from "./slots.ts";

const TYPE = { "content-type": "application/octet-stream" };

async function withOta(t: TestContext, key: typeof PUBLIC_KEY | undefined = PUBLIC_KEY) {
  const folder = await temporary(t);
  const slots = await openSlots(folder);
  let restarts = 0;
  const device = await startDevice(t, { ota: { key, slots, restart: () => restarts++ } });
  const send = (body: string | Uint8Array<ArrayBuffer>, more: object = {}) =>
    device.api("/ota", { method: "POST", headers: TYPE, body, ...more });
  return { ...device, slots, folder, send, restarts: () => restarts };
}

test("a genuine, newer image is accepted, put into a slot whole, and a restart is asked for", async (t) => {
  const { send, slots, folder, restarts } = await withOta(t);
  const program = "x".repeat(300_000);
  const answer = await send(signed(program, "1.3.0"));
  assert.equal(answer.status, 202);
  assert.deepEqual(otaAccepted.parse(await answer.json()), { version: "1.3.0", slot: "a" });
  assert.equal(await readFile(join(folder, "a.mjs"), "utf8"), program);
  assert.equal(restarts(), 1);
  assert.equal((await slots.next("1.2.3"))?.version, "1.3.0");
});

test("what is no genuine, newer image is refused with its status and changes nothing", async (t) => {
  const { send, slots, folder, restarts } = await withOta(t);
  const good = signed("program", "1.3.0");
  const flipped = (at: number) => {
    const copy = Buffer.from(good);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const stranger = generateKeyPairSync("ed25519").privateKey;
  const huge = Buffer.from(makeImage(Buffer.alloc(1), "1.3.0", stranger));
  huge.writeUInt32LE(2 ** 31, 12);
  const cases: [name: string, body: Buffer, status: number, code: string][] = [
    ["empty", Buffer.alloc(0), 400, "bad_request"],
    ["no image", Buffer.from("<html>"), 422, "invalid_firmware"],
    ["zeros", Buffer.alloc(5000), 422, "invalid_firmware"],
    ["magic alone", good.subarray(0, 8), 422, "invalid_firmware"],
    ["half a header", good.subarray(0, 60), 422, "invalid_firmware"],
    ["another format", flipped(8), 422, "invalid_firmware"],
    ["another version", flipped(48), 422, "invalid_firmware"],
    ["another hash", flipped(20), 422, "invalid_firmware"],
    ["another signature", flipped(60), 422, "invalid_firmware"],
    ["another program", flipped(good.length - 1), 422, "invalid_firmware"],
    ["cut short", good.subarray(0, -1), 422, "invalid_firmware"],
    ["longer", Buffer.concat([good, Buffer.alloc(1)]), 422, "invalid_firmware"],
    ["a stranger's", makeImage(Buffer.from("program"), "9.0.0", stranger), 422, "invalid_firmware"],
    ["2 GiB by its header", huge, 422, "invalid_firmware"],
    ["the same version", signed("program", "1.2.3"), 409, "firmware_not_newer"],
    ["an older one", signed("program", "1.2.0"), 409, "firmware_not_newer"],
  ];
  for (const [name, body, status, code] of cases) {
    const answer = await send(new Uint8Array(body));
    assert.equal(answer.status, status, name);
    assert.equal(errorBody.parse(await answer.json()).code, code, name);
    assert.deepEqual(await readdir(folder), [], name);
  }
  assert.equal((await send("x", { headers: { "content-type": "text/plain" } })).status, 415);
  assert.equal((await send(good, { token: null })).status, 401);
  assert.equal(restarts(), 0);
  assert.equal(await slots.next("1.2.3"), undefined);
});

test("while it records no firmware is taken", async (t) => {
  const { send, post } = await withOta(t);
  await post("/record/start");
  const answer = await send(signed("program", "1.3.0"));
  assert.equal(answer.status, 409);
  assert.equal(errorBody.parse(await answer.json()).code, "in_progress");
  await post("/record/stop");
  assert.equal((await send(signed("program", "1.3.0"))).status, 202);
});

test("without a trusted key no firmware is taken, and no setting of the API gives one", async (t) => {
  const slots = await openSlots(await temporary(t));
  const { api, put } = await startDevice(t, {
    ota: { key: undefined, slots, restart: () => assert.fail() },
  });
  const body = signed("program", "1.3.0");
  assert.equal((await api("/ota", { method: "POST", headers: TYPE, body })).status, 503);
  assert.equal((await put({ firmware_key: "x" })).status, 422);
});

test("only an Ed25519 public key is one", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  const { privateKey } = generateKeyPairSync("ed25519");
  for (const pem of [
    "",
    "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    rsa.export({ type: "spki", format: "pem" }).toString(),
    privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  ])
    assert.throws(() => firmwareKey(pem), /no Ed25519 public key/);
});
