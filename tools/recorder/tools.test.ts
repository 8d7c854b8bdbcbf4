import assert from "node:assert/strict";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startDevice } from "../../device/device.fixture.ts";
import { ingest, metadata, startServer, until, wav } from "../../server/recorder/server.fixture.ts";
import { questionText } from "../kit/question.ts";
import { NOWHERE, type StageOptions, stage } from "./stage.fixture.ts";

async function folder(t: TestContext): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "outpost-files-")));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function withDevice(t: TestContext, options: StageOptions = {}) {
  const device = await startDevice(t);
  const desk = { url: device.device.url, token: device.token };
  return { ...device, ...(await stage(t, { devices: { desk }, ...options })) };
}

/** A server with one recording that is transcribed and summarised. */
async function withServer(t: TestContext, options: StageOptions = {}) {
  const server = await startServer(t);
  await ingest(server, metadata("meeting", { device_id: "desk" }), wav());
  await until(server, () => server.parts.queue.counts().done === 2);
  const line = { url: server.url, token: server.secret };
  return { server, ...(await stage(t, { server: line, ...options })) };
}

test("a recording is started and stopped after a person's yes, and listed on its device", async (t) => {
  const { done, refused, question, told } = await withDevice(t);
  assert.match((await refused("recording_stop")).message, /not recording/);
  assert.match(questionText(await question("recording_start")), /keeps what it hears/);
  const level = told("level");
  assert.match((await done("recording_start")).text, /The device desk is recording 01/);
  assert.match((await refused("recording_start")).message, /recording already/);
  assert.match((await done("recorder_status")).text, /The device desk is recording/);
  await level;
  assert.match((await done("recording_stop")).text, /The device desk keeps 0:0\d from/);
  const { data, text } = await done("recording_list", { on: "desk" });
  assert.match(text, /^1 recording on the device desk\./);
  assert.match(JSON.stringify(data), /"sync_state":"local"/);
});

test("where nothing listens the commands that start device and server are named", async (t) => {
  const { done, refused } = await stage(t);
  const { text } = await done("recorder_status");
  assert.match(
    text,
    /`outpost device`[\s\S]*`outpost server`|`outpost server`[\s\S]*`outpost device`/,
  );
  assert.match((await refused("recording_start")).advice ?? "", /`outpost device`/);
  assert.match(
    (await refused("recording_search", { words: "x" })).advice ?? "",
    /`outpost server`/,
  );
});

test("a wrong token is told apart from a device that is not there", async (t) => {
  const { device } = await startDevice(t);
  const { refused } = await stage(t, { devices: { desk: { url: device.url, token: "wrong" } } });
  const error = await refused("recording_start");
  assert.equal(error.problem, "sign-in");
  assert.match(error.advice ?? "", /RECORDER_DEVICE_TOKEN/);
});

test("what was said is found, read with its times and summarised", async (t) => {
  const { done, refused } = await withServer(t);
  const found = await done("recording_search", { words: "milk" });
  assert.match(
    found.text,
    /^Said once, in 1 recording\.[\s\S]*meeting.*0:03.*remember to buy milk/,
  );
  assert.match((await done("recording_search", { words: "submarine" })).text, /^Nobody said/);
  const transcript = await done("transcript_get", { recording: "last" });
  assert.match(transcript.text, /<data-[\s\S]*\[0:00\] we decided[\s\S]*\[0:03\] remember/);
  const rest = await done("transcript_get", { recording: "meeting", from_s: 1 });
  assert.doesNotMatch(rest.text, /we decided/);
  assert.match(
    (await done("summary_get", { recording: "meeting" })).text,
    /summary of meeting, by/,
  );
  const one = await done("recording_get", { recording: "meeting" });
  assert.match(one.text, /transcription is done[\s\S]*Audio .*\/recordings\/meeting\/audio/);
  assert.equal((await refused("transcript_get", { recording: "other" })).problem, "not-found");
  assert.equal((await refused("transcript_get", { recording: "../x" })).problem, "bad-input");
});

test("an export is written below the open folder, once, and nowhere else", async (t) => {
  const open = await folder(t);
  const elsewhere = await folder(t);
  await symlink(elsewhere, join(open, "link"));
  const { done, refused } = await withServer(t, { folders: [open] });
  const asked = { recording: "last", format: "srt" };
  const { text } = await done("recording_export", { ...asked, file: "a.srt" });
  assert.match(text, /^Exported meeting to .*a\.srt/);
  assert.match(await readFile(join(open, "a.srt"), "utf8"), /-->[\s\S]*we decided/);
  assert.match((await refused("recording_export", { ...asked, file: "a.srt" })).message, /already/);
  for (const file of ["../b.srt", "/etc/b.srt", "link/b.srt", join(elsewhere, "b.srt")])
    assert.equal(
      (await refused("recording_export", { ...asked, file })).problem,
      "not-allowed",
      file,
    );
  assert.deepEqual(await readdir(elsewhere), []);
  assert.deepEqual((await readdir(open)).sort(), ["a.srt", "link"]);
  for (const format of ["wav", "ogg", "txt", "vtt", "md", "json"])
    await done("recording_export", { recording: "meeting", format });
  const none = await stage(t);
  assert.match(
    (await none.refused("recording_ingest", { file: "a" })).advice ?? "",
    /RECORDER_FILES/,
  );
});

test("a file is ingested with what its audio says of itself, and the same again is the same", async (t) => {
  const open = await folder(t);
  await mkdir(join(open, "in"));
  await writeFile(join(open, "in", "talk.wav"), wav(2));
  await writeFile(join(open, "notes.txt"), "no audio");
  await symlink("/etc/hostname", join(open, "link.wav"));
  const { done, refused, server, steps } = await withServer(t, { folders: [open] });
  const first = await done("recording_ingest", { file: "in/talk.wav" });
  assert.match(first.text, /^The server has it: 0:02/);
  const bytes = wav(2).length;
  assert.deepEqual(steps.at(-1), { done: bytes, total: bytes, message: "talk.wav" });
  const again = await done("recording_ingest", { file: join(open, "in", "talk.wav") });
  assert.deepEqual(resultOf(again.data).id, resultOf(first.data).id);
  assert.equal(server.parts.storage.metadata.count(), 2);
  assert.equal((await refused("recording_ingest", { file: "notes.txt" })).problem, "bad-input");
  assert.equal((await refused("recording_ingest", { file: "link.wav" })).problem, "not-allowed");
  assert.equal((await refused("recording_ingest", { file: "none.wav" })).problem, "not-found");
});

const resultOf = (data: Record<string, unknown>) => data.result as { id: string }; // of recording_ingest

test("before a recording is deleted a person reads whether another proved copy exists", async (t) => {
  const { question, done, refused } = await withServer(t);
  const asked = await question("recording_delete", { recording: "last" });
  assert.match(questionText(asked), /Delete the recording meeting/);
  assert.match(questionText(asked), /another copy.*none is known/s);
  assert.match(
    (await done("recording_delete", { recording: "last" })).text,
    /is gone from the server/,
  );
  assert.equal(
    (await refused("recording_delete", { recording: "meeting" })).problem,
    "unavailable",
  );
  const there = await refused("recording_delete", { recording: "meeting", on: "server" });
  assert.equal(there.problem, "not-found");
});

test("sending uploads to another host destroys, and both hosts are shown", async (t) => {
  const { question, done, get } = await withDevice(t);
  const update = {
    upload_target: "s3",
    upload_endpoint: "https://nas.local:9000",
    upload_bucket_or_path: "talks",
  };
  const asked = await question("recorder_configure", update);
  assert.equal(asked.effect, "destroys");
  assert.match(questionText(asked), /nowhere[\s\S]*s3 at nas\.local:9000, talks/);
  await done("recorder_configure", update);
  assert.equal((await question("recorder_configure", { codec: "adpcm" })).effect, "changes");
  const moved = { upload_endpoint: "https://evil.example" };
  const other = await question("recorder_configure", moved);
  assert.equal(other.effect, "destroys");
  assert.match(questionText(other), /nas\.local:9000[\s\S]*evil\.example/);
  assert.match(JSON.stringify(await (await get("/device/config")).json()), /nas\.local/);
});

test("uploads that wait for an address are told with what is missing and what sets it", async (t) => {
  const { done, put } = await withDevice(t);
  assert.doesNotMatch((await done("recorder_status")).text, /[Uu]pload/);
  await put({ upload_target: "webdav" });
  const said = /Uploads to webdav wait: upload_endpoint is not set\. recorder_configure sets it\./;
  for (const name of ["recorder_status", "recorder_config"])
    assert.match((await done(name)).text, said);
  assert.match((await done("recorder_configure", { codec: "adpcm" })).text, said);
  const { text } = await done("recorder_configure", { upload_endpoint: "https://nas.local" });
  assert.doesNotMatch(text, /wait/);
});

test("settings that the contract refuses are refused before anybody is asked", async (t) => {
  const { refused, done } = await withDevice(t);
  for (const args of [
    {},
    { upload_endpoint: "file:///etc" },
    { sample_rate: 7 },
    { api_token: "x" },
  ])
    assert.equal((await refused("recorder_configure", args)).problem, "bad-input");
  assert.match((await done("recorder_config")).text, /settings of the device desk[\s\S]*codec/);
});

test("with the gates shut nothing is written or destroyed", async (t) => {
  const { refused, done, get } = await withDevice(t, { writes: false });
  for (const [name, args] of [
    ["recording_start", {}],
    ["recorder_configure", { codec: "adpcm" }],
  ] as const)
    assert.equal((await refused(name, args)).problem, "not-allowed");
  assert.equal(((await (await get("/device")).json()) as { state: string }).state, "idle");
  await done("recorder_status");
  const { server, ...shut } = await withServer(t, { destructive: false });
  const args = { recording: "meeting", on: "server" };
  assert.equal((await shut.refused("recording_delete", args)).problem, "not-allowed");
  assert.equal(server.parts.storage.metadata.count(), 1);
});

test("what the operator's path rules hide is in no list, no search and no answer", async (t) => {
  const { done, refused } = await withServer(t, { deny: ["/server/recordings/meet"] });
  assert.match((await done("recording_list")).text, /^0 recordings on the server; 1 hidden/);
  assert.match((await done("recording_search", { words: "milk" })).text, /^Nobody/);
  for (const name of ["recording_get", "transcript_get", "summary_get"])
    assert.equal((await refused(name, { recording: "meeting" })).problem, "not-allowed");
});

test("a device or a pull that is not in the settings is told with those that are", async (t) => {
  const { refused } = await withServer(t, { devices: { desk: NOWHERE, kitchen: NOWHERE } });
  const error = await refused("recording_start", { device: "http://evil.example" });
  assert.equal(error.problem, "not-found");
  assert.deepEqual(error.alternatives, ["desk", "kitchen"]);
  assert.equal((await refused("recorder_pull", { device: "desk" })).problem, "not-found");
});
