import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { errorBody, recording } from "../../../tools/recorder/contract.ts";
import { DEAF, form, ingest, leftBehind, metadata, startServer, wav } from "../server.fixture.ts";

const read = async (answer: Response) => recording.parse(await answer.json());
const codeOf = async (answer: Response) => errorBody.parse(await answer.json()).code;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("an upload becomes a recording whose facts are read from the audio", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const audio = wav(2);
  const told = metadata("a1", {
    duration_s: 1.9,
    sample_rate: 16_000,
    channels: 2,
    codec: "opus",
    device_id: "küche",
  });
  const answer = await ingest(server, told, audio);
  assert.equal(answer.status, 202);
  const kept = await read(answer);
  assert.deepEqual(
    [kept.duration_s, kept.sample_rate, kept.channels, kept.codec, kept.size_bytes, kept.sha256],
    [2, 8_000, 1, "wav_pcm_s16le", audio.length, sha256(audio)],
  );
  assert.equal(kept.sync_state, "ingested");
  assert.equal(kept.device_id, "küche");
  const said = answer.headers.get("x-corrections") ?? "";
  for (const name of ["duration_s 1.9", "sample_rate 16000", "channels 2", "codec opus"])
    assert.ok(said.includes(name), name);
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 1 });
});

test("a header of a pipe, which says the audio goes on for hours, is corrected and said", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const audio = wav(3);
  audio.writeUInt32LE(0x7ffff000, 40);
  const answer = await ingest(server, metadata("pipe", { duration_s: 0 }), audio);
  assert.equal(answer.status, 202);
  assert.equal((await read(answer)).duration_s, 3);
  assert.match(answer.headers.get("x-corrections") ?? "", /data|size|length/i);
});

test("the same upload again answers with the same record, and is one recording", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const first = await (await ingest(server, metadata("same"))).text();
  const second = await ingest(server, metadata("same"));
  assert.equal(second.status, 202);
  assert.equal(await second.text(), first);
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 1 });
});

test("the same id with other audio is refused, and the first recording stands", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const first = await read(await ingest(server, metadata("taken")));
  const other = await ingest(server, metadata("taken"), wav(1, 7));
  assert.equal(other.status, 409);
  assert.equal(await codeOf(other), "id_taken");
  assert.equal((await read(await server.ask("/recordings/taken"))).sha256, first.sha256);
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 1 });
});

test("eight uploads of one id at once are one recording", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ingest(server, metadata("race"))),
  );
  assert.deepEqual(
    answers.map((each) => each.status),
    Array(8).fill(202),
  );
  const texts = await Promise.all(answers.map((each) => each.text()));
  assert.equal(new Set(texts).size, 1);
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 1 });
});

test("of two uploads of one id with different audio at once, one is kept", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const answers = await Promise.all([
    ingest(server, metadata("duel"), wav(1, 1)),
    ingest(server, metadata("duel"), wav(1, 9)),
  ]);
  assert.deepEqual(
    answers.map((each) => each.status).sort((a, b) => a - b),
    [202, 409],
  );
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 1 });
});

test("the same audio under another id is another recording", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  for (const id of ["one", "two", "One"])
    assert.equal((await ingest(server, metadata(id))).status, 202);
  assert.equal((await leftBehind(server)).recordings, 3);
});

test("audio before metadata, and metadata as a file, are taken", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const body = new FormData();
  body.append("audio", new Blob([Uint8Array.from(wav())]), "x.wav");
  body.append("note", "not asked for, and ignored");
  body.append(
    "metadata",
    new Blob([JSON.stringify(metadata("late"))], { type: "application/json" }),
    "m.json",
  );
  assert.equal((await server.ask("/ingest", { method: "POST", body })).status, 202);
});

test("what a client says of states and references is ignored", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const told = metadata("sly", {
    sync_state: "summarised",
    transcript_ref: "/etc/passwd",
    sha256: sha256(wav()).toUpperCase(),
  });
  const kept = await read(await ingest(server, told));
  assert.equal(kept.sync_state, "ingested");
  assert.equal(kept.transcript_ref, null);
});

test("what its owner has deleted does not come back by an upload", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await ingest(server, metadata("gone"));
  assert.equal((await server.ask("/recordings/gone", { method: "DELETE" })).status, 204);
  assert.equal((await server.ask("/recordings/gone", { method: "DELETE" })).status, 404);
  const again = await ingest(server, metadata("gone"));
  assert.equal(again.status, 409);
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 0 });
});

test("a request made in this process is taken in too", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const request = new Request(`${server.url}/api/v1/ingest`, {
    method: "POST",
    body: form(metadata("inside")),
    headers: { authorization: `Bearer ${server.secret}` },
  });
  assert.equal((await server.fetch(request)).status, 202);
});
