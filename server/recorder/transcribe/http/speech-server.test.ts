import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Secret } from "../../../../config/secret.ts";
import { gather, record } from "../../../../tools/recorder/audio/audio.fixture.ts";
import { readAudioFacts } from "../../../../tools/recorder/audio/audio-facts.ts";
import { decodeToPcm } from "../../../../tools/recorder/audio/decode-to-pcm.ts";
import { spokenSample } from "../../../../tools/recorder/audio/spoken-sample.ts";
import { folderFor } from "../pocketsphinx/engine.fixture.ts";
import { hangUp, json, plainText, simulateSpeechServer } from "./speech-server.fixture.ts";
import { createSpeechServer } from "./speech-server.ts";

const never = new AbortController().signal;
const speech = spokenSample();
/** As some servers answer: the full name of the language, a space before each text, more fields than are used. */
const VERBOSE = {
  task: "transcribe",
  language: "english",
  duration: 23.5,
  text: " Good morning everyone. We decided.",
  segments: [
    { id: 0, start: 0, end: 4.5, text: " Good morning\n everyone.", tokens: [1], temperature: 0 },
    { id: 1, start: 5, end: 9, text: " We decided.\u001b[31m", no_speech_prob: 0.1 },
  ],
};

async function stage(t: TestContext, answers: Parameters<typeof simulateSpeechServer>[1]) {
  const server = await simulateSpeechServer(t, answers);
  const key = new Secret("sk-something-secret");
  const quick = { model: "speech-1", key, firstWaitSeconds: 0.001 };
  return { ...server, engine: createSpeechServer({ url: server.url, ...quick }) };
}

test("speech is sent as WAV with what the contract asks, and comes back as clean segments", async (t) => {
  const { asked, engine } = await stage(t, [json(200, VERBOSE)]);
  const told: number[] = [];
  const heard = await engine.transcribe(speech, {
    signal: never,
    onProgress: ({ percent }) => told.push(percent),
  });
  assert.deepEqual(
    heard.segments.map(({ text }) => text),
    ["Good morning everyone.", "We decided."],
  );
  assert.deepEqual([heard.language, heard.model, told.at(-1)], ["en", "speech-1", 100]);
  const [only] = asked;
  assert.ok(only && asked.length === 1);
  assert.equal(only.url, "/v1/audio/transcriptions");
  assert.equal(only.authorization, "Bearer sk-something-secret");
  assert.deepEqual(only.fields, {
    model: "speech-1",
    response_format: "verbose_json",
    "timestamp_granularities[]": "segment",
  });
  const sent = join(folderFor(t), "sent");
  writeFileSync(sent, only.file);
  const facts = await readAudioFacts(sent);
  assert.deepEqual(
    [facts.codec, facts.sample_rate, facts.channels, facts.corrections],
    ["wav_pcm_s16le", 16_000, 1, []],
  );
});

test("times are those of the recording, though its silences were not sent", async (t) => {
  const spoken = (await gather(decodeToPcm(speech))).subarray(0, 16_000 * 8);
  const recording = new Int16Array(16_000 * 60);
  recording.set(spoken, 16_000 * 10);
  recording.set(spoken, 16_000 * 40);
  const path = join(folderFor(t), "two");
  await record(path, recording, { sampleRate: 16_000, channels: 1, codec: "adpcm" });
  const segments = [
    { start: 0.3, end: 3, text: "first" },
    { start: 9.3, end: 12, text: "second" },
  ];
  const { asked, engine } = await stage(t, [json(200, { text: "first second", segments })]);
  const heard = await engine.transcribe(path, { signal: never, language: "en" });
  const [first, second] = heard.segments;
  assert.ok(first && second);
  assert.ok(first.start >= 10 && first.end < 14 && second.start >= 40 && second.end < 45);
  assert.equal(asked[0]?.fields.language, "en");
  assert.ok((asked[0]?.file.length ?? 0) < 16_000 * 2 * 20);
});

test("a recording without speech is not sent at all", async (t) => {
  const path = join(folderFor(t), "silence");
  const format = { sampleRate: 16_000, channels: 1, codec: "opus" } as const;
  await record(path, new Int16Array(160_000), format);
  const { asked, engine } = await stage(t, [json(200, VERBOSE)]);
  assert.deepEqual((await engine.transcribe(path, { signal: never })).segments, []);
  assert.equal(asked.length, 0);
});

test("an answer of plain text alone becomes one segment, and an empty one none", async (t) => {
  const { engine } = await stage(t, [json(200, { text: "just this" }), json(200, { text: "" })]);
  const { segments, language } = await engine.transcribe(speech, { signal: never });
  assert.equal(segments.length, 1);
  assert.equal(segments[0]?.text, "just this");
  assert.equal(language, "und");
  assert.deepEqual((await engine.transcribe(speech, { signal: never })).segments, []);
});

test("a model that gives no segments is asked for plain JSON instead", async (t) => {
  const refusal = { error: { message: "response_format 'verbose_json' is not compatible" } };
  const { asked, engine } = await stage(t, [json(400, refusal), json(200, { text: "so it is" })]);
  assert.equal((await engine.transcribe(speech, { signal: never })).segments[0]?.text, "so it is");
  assert.deepEqual(
    asked.map(({ fields }) => fields.response_format),
    ["verbose_json", "json"],
  );
});

test("busy, failing and broken connections are tried again", async (t) => {
  const busy = plainText(429, "slow down", { "retry-after": "0" });
  const { asked, engine } = await stage(t, [busy, hangUp, json(503, {}), json(200, VERBOSE)]);
  assert.equal((await engine.transcribe(speech, { signal: never })).segments.length, 2);
  assert.equal(asked.length, 4);
});

test("a server that names a time to come back at is asked again then", async (t) => {
  const past = plainText(503, "busy", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" });
  const { url, asked } = await simulateSpeechServer(t, [past, json(200, VERBOSE)]);
  // Without that time it would wait a minute.
  const engine = createSpeechServer({ url, model: "speech-1", firstWaitSeconds: 60 });
  assert.equal((await engine.transcribe(speech, { signal: never })).segments.length, 2);
  assert.equal(asked.length, 2);
});

test("a server that stays away is given up after five tries", async (t) => {
  const { asked, engine } = await stage(t, [hangUp]);
  await assert.rejects(engine.transcribe(speech, { signal: never }), { problem: "unavailable" });
  assert.equal(asked.length, 5);
});

for (const [status, problem] of [
  [400, "failed"],
  [401, "sign-in"],
  [403, "sign-in"],
  [404, "failed"],
  [413, "failed"],
  [302, "failed"],
] as const)
  test(`${status} is told once, in the server's own words, and never tried again`, async (t) => {
    const answer = plainText(status, "Invalid request", { location: "http://127.0.0.1:1/" });
    const { asked, engine } = await stage(t, [answer]);
    await assert.rejects(engine.transcribe(speech, { signal: never }), {
      problem,
      message: /Invalid request/,
    });
    assert.equal(asked.length, 1);
  });

test("an answer that is no transcription is told as such", async (t) => {
  for (const body of [[], null, "text", { segments: "none" }, { text: 5 }]) {
    const { engine } = await stage(t, [json(200, body)]);
    await assert.rejects(engine.transcribe(speech, { signal: never }), { problem: "failed" });
  }
});

test("stopping ends the request that runs", async (t) => {
  const stop = new AbortController();
  const { engine } = await stage(t, [() => stop.abort()]);
  await assert.rejects(engine.transcribe(speech, { signal: stop.signal }), {
    problem: "interrupted",
  });
});

test("only a plain http or https address is taken, and the path is found from it", async (t) => {
  for (const url of ["file:///etc/passwd", "ftp://a/v1", "nonsense", "http://me:pw@host/v1"])
    assert.throws(() => createSpeechServer({ url, model: "m" }), { problem: "bad-input" });
  const { url, asked } = await simulateSpeechServer(t, [json(200, VERBOSE)]);
  for (const base of [new URL("/", url).href, `${url}/`, `${url}/audio/transcriptions`])
    await createSpeechServer({ url: base, model: "m" }).transcribe(speech, { signal: never });
  assert.deepEqual(new Set(asked.map((one) => one.url)), new Set(["/v1/audio/transcriptions"]));
  assert.equal(asked[0]?.authorization, undefined);
});
