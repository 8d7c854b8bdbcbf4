import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { startDevice, temporary } from "../../../device/device.fixture.ts";
import { PUBLIC_KEY, signed } from "../../../device/ota/firmware.fixture.ts";
import { openSlots } from "../../../device/ota/slots.ts";
import {
  form,
  metadata,
  scripted,
  startServer,
  until,
  wav,
} from "../../../server/recorder/server.fixture.ts";
import { EXPORT_FORMATS, errorBody, job, jobPage, serverStatus } from "../contract.ts";
import { type ContractClient, contractClient } from "./contract-client.fixture.ts";
import { sharedContract } from "./shared-contract.fixture.ts";

/** A client of a device that has made two recordings, by the description that the device serves. */
async function ofDevice(t: TestContext): Promise<ContractClient> {
  const slots = await openSlots(await temporary(t));
  const ota = { key: PUBLIC_KEY, slots, restart: () => undefined };
  const { device, token, told } = await startDevice(t, { ota });
  const client = await contractClient(device.url, token);
  for (let i = 0; i < 2; i++) {
    const level = told("level");
    assert.equal((await client.call("startRecording")).status, 200);
    assert.equal((await client.call("startRecording")).status, 409);
    await level;
    assert.equal((await client.call("stopRecording")).status, 200);
    assert.equal((await client.call("stopRecording")).status, 409);
  }
  return client;
}

const ingested = (client: ContractClient, id: string, more = {}) =>
  client.call("ingestRecording", { body: form(metadata(id, more), wav()) });

/** A client of a server that has taken in two recordings. Without a speech engine they stay as they are. */
async function ofServer(t: TestContext, hasEngine: boolean) {
  const missing = { state: "missing", reason: "There is none.", install: "nothing" } as const;
  const transcriber = { ...scripted(), ...(hasEngine ? {} : { check: async () => missing }) };
  const server = await startServer(t, { transcriber });
  const client = await contractClient(server.url, server.secret);
  for (const [i, id] of ["older", "newer"].entries()) {
    const started_at = `2026-11-20T08:15:0${i}Z`;
    const told = { started_at, device_id: "desk" };
    assert.equal((await ingested(client, id, told)).status, 202);
  }
  return { server, client };
}

test("the contract's own client finds the shared endpoints of device and server alike", async (t) => {
  const device = await sharedContract(await ofDevice(t));
  const { client } = await ofServer(t, false);
  assert.deepEqual(await sharedContract(client), device);
});

test("the device answers its own endpoints as its description says", async (t) => {
  const client = await ofDevice(t);
  const { call } = client;
  await call("getDevice");
  const before = (await call("getDeviceConfig")).body;
  await call("updateDeviceConfig", { body: { codec: "adpcm", wifi_psk: "a secret of the wifi" } });
  const { body, bytes } = await call("getDeviceConfig");
  assert.deepEqual(body, { ...(before as object), codec: "adpcm" });
  assert.doesNotMatch(bytes.toString(), /secret/);
  const wrong: [body: unknown, status: number][] = [
    [{ nonsense: 1 }, 422],
    [{ codec: "mp3" }, 422],
    [[], 400],
  ];
  for (const [update, status] of wrong)
    assert.equal((await call("updateDeviceConfig", { body: update })).status, status);
  const headers = { "content-type": "text/plain" };
  assert.equal((await call("updateDeviceConfig", { body: "{}", headers })).status, 415);
  const image = { body: Buffer.from("no image"), headers: octets };
  for (const operation of ["updateDeviceConfig", "updateFirmware", "startRecording", "getDevice"])
    for (const token of [null, "wrong"])
      assert.equal((await call(operation, { ...image, token })).status, 401, operation);
  assert.equal((await call("updateFirmware", image)).status, 422);
  for (const [version, status] of [
    ["1.0.0", 409],
    ["9.0.0", 202],
  ] as const) {
    const genuine = { body: signed("program", version), headers: octets };
    assert.equal((await call("updateFirmware", genuine)).status, status);
  }
  assert.equal((await call("offerPairing", { token: null })).status, 200);
  const proof = { nonce: "0".repeat(32), proof: "0".repeat(64), name: "somebody" };
  assert.equal((await call("pair", { body: proof, token: null })).status, 401);
  assertAllCalled(client);
});

/** Every operation of the description but those that the first test calls on both. */
function assertAllCalled({ api, seen }: ContractClient): void {
  const called = new Set([...seen].map((one) => one.split(" ")[0]));
  const shared = /^(getHealth|listRecordings|(get|delete)Recording(Audio)?)$/;
  const names = Object.values(api.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const missed = names.filter((name) => !shared.test(name) && !called.has(name));
  assert.deepEqual(missed, [], "operations that no test calls");
}

const octets = { "content-type": "application/octet-stream" };

test("the server answers its own endpoints as its description says", async (t) => {
  const { client, server } = await ofServer(t, true);
  const { call } = client;
  await until(server, () => server.parts.queue.counts().done === 4);
  const parameters = { id: "newer" };
  for (const operation of ["getTranscript", "getSummary"]) {
    assert.equal((await call(operation, { parameters })).status, 200);
    assert.equal((await call(operation, { parameters: { id: "none" } })).status, 404);
  }
  for (const format of EXPORT_FORMATS) {
    const answer = await call("exportRecording", { parameters: { id: "newer", format } });
    assert.equal(answer.status, 200, format);
    assert.match(answer.headers["content-disposition"] ?? "", /^attachment; /);
  }
  assert.equal((await call("getWaveform", { parameters })).status, 200);
  const unknown = await call("exportRecording", { parameters: { id: "newer", format: "mp3" } });
  assert.equal(unknown.status, 400);
  assert.equal(serverStatus.parse((await call("getServer")).body).recordings_count, 2);
  const { items } = jobPage.parse((await call("listJobs", { parameters: { limit: 1 } })).body);
  const { id } = job.parse(items[0]);
  await call("getJob", { parameters: { id } });
  for (const operation of ["cancelJob", "retryJob"])
    assert.equal((await call(operation, { parameters: { id } })).status, 409);
  assert.equal((await call("getJob", { parameters: { id: `0${id.slice(1, -1)}0` } })).status, 404);
  const found = await call("listRecordings", { parameters: { q: "milk" } });
  assert.match(found.bytes.toString(), /"hits":\[\{/);
  assert.equal((await call("pullDevice", { body: { device: "nobody" } })).status, 404);
  assert.equal((await call("pullDevice", { body: { url: "http://x" } })).status, 422);
  assert.equal((await call("getPull", { parameters: { device: "nobody" } })).status, 404);
  assert.equal((await call("streamEvents", { token: "wrong" })).status, 401);
  assertAllCalled(client);
});

test("without a speech engine a transcript and all that needs it is answered with 409", async (t) => {
  const { client } = await ofServer(t, false);
  for (const operation of ["getTranscript", "getSummary"])
    assert.equal((await client.call(operation, { parameters: { id: "newer" } })).status, 409);
  for (const format of ["txt", "srt", "vtt", "md"]) {
    const parameters = { id: "newer", format };
    assert.equal((await client.call("exportRecording", { parameters })).status, 409, format);
  }
});

test("the server takes a recording in once, and tells what is wrong with others", async (t) => {
  const { client } = await ofServer(t, false);
  const started_at = "2026-11-20T08:15:01Z";
  const again = await ingested(client, "newer", { started_at });
  assert.equal(again.status, 202);
  const other = { body: form(metadata("newer"), wav(2)) };
  assert.equal((await client.call("ingestRecording", other)).status, 409);
  const wrong = await ingested(client, "wrong", { sha256: "0".repeat(64) });
  assert.equal(wrong.status, 422);
  const json = { body: "{}", headers: { "content-type": "application/json" } };
  assert.equal((await client.call("ingestRecording", json)).status, 415);
  for (const token of [null, "wrong"])
    assert.equal((await client.call("ingestRecording", { ...json, token })).status, 401);
});

test("a request whose Host or address cannot be read is told so by both, in the contract's words", async (t) => {
  const { device } = await startDevice(t);
  const server = await startServer(t);
  for (const asked of [
    { path: "/api/v1/health", headers: { host: "a b" } },
    { path: "//%zz\\@", headers: {} },
  ]) {
    const answers = [];
    for (const { url } of [device, server]) {
      const { hostname, port } = new URL(url);
      const sent = request({ hostname, port, agent: false, ...asked }).end();
      const [answer] = (await once(sent, "response")) as [IncomingMessage]; // as the event has it
      const body = errorBody.parse(JSON.parse(await text(answer)));
      answers.push([answer.statusCode, body.code, answer.headers["x-content-type-options"]]);
    }
    assert.deepEqual(answers[0], [400, "bad_request", "nosniff"]);
    assert.deepEqual(answers[1], answers[0]);
  }
});
