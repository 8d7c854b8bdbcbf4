import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { z } from "zod";
import { deviceStatus, errorBody, recording, recordingPage } from "../tools/recorder/contract.ts";
import { startDevice, temporary } from "./device.fixture.ts";
import { openDevice } from "./open-device.ts";
import { toneSource } from "./source/tone.ts";

const read = async <S extends z.ZodType>(schema: S, answer: Response): Promise<z.output<S>> => {
  assert.equal(answer.status, 200, await answer.clone().text());
  return schema.parse(await answer.json());
};

async function refused(answer: Response, status: number, code: string) {
  assert.equal(answer.status, status);
  assert.equal(errorBody.parse(await answer.json()).code, code);
}

/** A device with one recording on it. */
async function withRecording(t: TestContext) {
  const device = await startDevice(t);
  const level = device.told("level");
  await device.post("/record/start");
  await level;
  const kept = await read(recording, await device.post("/record/stop"));
  return { ...device, kept };
}

test("a recording is started, stopped, listed, read and its audio is what its record says", async (t) => {
  const { get, kept } = await withRecording(t);
  assert.equal(kept.sync_state, "local");
  assert.equal(kept.source, "device");
  const page = await read(recordingPage, await get("/recordings"));
  assert.deepEqual(page, { items: [kept], next_cursor: null });
  assert.deepEqual(await read(recording, await get(`/recordings/${kept.id}`)), kept);
  const audio = await get(`/recordings/${kept.id}/audio`);
  assert.equal(audio.headers.get("content-type"), "audio/wav");
  const bytes = new Uint8Array(await audio.arrayBuffer());
  assert.equal(bytes.length, kept.size_bytes);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), kept.sha256);
});

test("of two starts at once one is answered with the recording and one with 409", async (t) => {
  const { post } = await startDevice(t);
  const both = await Promise.all([post("/record/start"), post("/record/start")]);
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
  await refused(await post("/record/start"), 409, "already_recording");
  assert.equal((await post("/record/stop")).status, 200);
  await refused(await post("/record/stop"), 409, "not_recording");
});

test("a recording that is being made can be read as far as it is, and neither listed nor deleted", async (t) => {
  const { api, get, post, told } = await startDevice(t);
  const level = told("level");
  const { id } = await read(recording, await post("/record/start"));
  await level;
  const status = await read(deviceStatus, await get("/device"));
  assert.equal(status.state, "recording");
  assert.equal(status.recordings_count, 0);
  assert.ok((await read(recording, await get(`/recordings/${id}`))).duration_s > 0);
  const audio = await get(`/recordings/${id}/audio`);
  assert.equal(audio.headers.get("etag"), null);
  const bytes = (await audio.arrayBuffer()).byteLength;
  assert.ok(bytes > 44);
  assert.equal(Number(audio.headers.get("content-length")), bytes);
  assert.deepEqual((await read(recordingPage, await get("/recordings"))).items, []);
  await refused(await api(`/recordings/${id}`, { method: "DELETE" }), 409, "in_progress");
  assert.equal((await post("/record/stop")).status, 200);
});

test("only the owner deletes, and what is deleted is gone", async (t) => {
  const { api, get, kept } = await withRecording(t);
  const path = `/recordings/${kept.id}`;
  await refused(await api(path, { method: "DELETE", token: null }), 401, "unauthorized");
  assert.equal((await api(path, { method: "DELETE" })).status, 204);
  await refused(await api(path, { method: "DELETE" }), 404, "recording_not_found");
  await refused(await get(`${path}/audio`), 404, "recording_not_found");
});

test("audio that was changed on disk is never served", async (t) => {
  const { get, kept, shelf } = await withRecording(t);
  const path = join(shelf, "rec", await shardOf(kept.id), kept.id, "audio.wav");
  const bytes = await readFile(path);
  bytes[50] = (bytes[50] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await refused(await get(`/recordings/${kept.id}/audio`), 503, "unavailable");
  await writeFile(path, bytes.subarray(0, -2));
  await refused(await get(`/recordings/${kept.id}/audio`), 503, "unavailable");
});

const shardOf = async (id: string) => createHash("sha256").update(id).digest("hex").slice(0, 2);

test("without the token nothing is told, whatever stands in its place", async (t) => {
  const { api, token } = await startDevice(t);
  const paths = ["/device", "/device/config", "/recordings", "/recordings/01", "/nothing"];
  for (const path of paths) await refused(await api(path, { token: null }), 401, "unauthorized");
  for (const header of ["Basic abc", "Bearer", "Bearer ", `Bearer ${token}x`, `Token ${token}`])
    await refused(
      await api("/device", { headers: { authorization: header } }),
      401,
      "unauthorized",
    );
  assert.equal((await api("/health", { token: null })).status, 200);
});

test("an owner who opens the list opens the list alone", async (t) => {
  const { api, put } = await startDevice(t);
  assert.equal((await put({ open_listing: true })).status, 200);
  assert.equal((await api("/recordings", { token: null })).status, 200);
  await refused(await api("/recordings", { token: "not-the-token" }), 401, "unauthorized");
  await refused(await api("/device", { token: null }), 401, "unauthorized");
  await put({ open_listing: false });
  await refused(await api("/recordings", { token: null }), 401, "unauthorized");
});

test("the state of the device is that of the machine", async (t) => {
  const { get } = await startDevice(t);
  const status = await read(deviceStatus, await get("/device"));
  assert.equal(status.firmware_version, "1.2.3");
  assert.equal(status.state, "idle");
  assert.ok(status.storage_free_bytes > 0);
  assert.ok(status.storage_total_bytes > status.storage_free_bytes);
});

test("two devices cannot share a shelf, and two cannot share a port", async (t) => {
  const { shelf, device } = await startDevice(t);
  const settings = { source: toneSource(), version: "1", port: 0 };
  await assert.rejects(openDevice({ ...settings, shelf }), /This shelf is in use/);
  const other = await temporary(t);
  const port = Number(new URL(device.url).port);
  await assert.rejects(openDevice({ ...settings, shelf: other, port }), /listens on .* already/);
  await (await openDevice({ ...settings, shelf: other })).close();
});

test("a first start that finds its port taken leaves the token to the next, which shows it", async (t) => {
  const { device } = await startDevice(t);
  const shelf = await temporary(t);
  const port = Number(new URL(device.url).port);
  const settings = { source: toneSource(), version: "1", shelf };
  await assert.rejects(openDevice({ ...settings, port }), /listens on .* already/);
  const { get } = await startDevice(t, { shelf });
  assert.equal((await get("/device")).status, 200);
});

test("a new token that nobody was shown, because the port was taken, is none: the old one holds", async (t) => {
  const other = await startDevice(t);
  const port = Number(new URL(other.device.url).port);
  const { device, shelf, token } = await startDevice(t);
  await device.close();
  const settings = { source: toneSource(), version: "1", shelf };
  await assert.rejects(
    openDevice({ ...settings, port, freshToken: true }),
    /listens on .* already/,
  );
  const again = await startDevice(t, { shelf });
  assert.equal((await again.api("/device", { token })).status, 200);
});

test("a device that is closed in the middle of a recording keeps it", async (t) => {
  const { device, post, shelf, told, token } = await startDevice(t);
  const level = told("level");
  await post("/record/start");
  await level;
  await device.close();
  const again = await startDevice(t, { shelf });
  assert.equal(again.token, "");
  const page = await read(recordingPage, await again.api("/recordings", { token }));
  assert.equal(page.items.length, 1);
});
