import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import wavefile from "wavefile";
import {
  ffmpegSamples,
  fileOf,
  gather,
  nearness,
  placeFor,
  record,
  tone,
  without,
} from "./audio.fixture.ts";
import { readAudioFacts } from "./audio-facts.ts";
import { decodeToPcm } from "./decode-to-pcm.ts";
import { level } from "./level.ts";
import { peaks } from "./peaks.ts";
import { spokenSample } from "./spoken-sample.ts";
import { transcode } from "./transcode.ts";

const SPEECH = { rate: 16_000, channels: 1 };

test("a tone keeps its shape and its length at any rate", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(8000, 11_025, 22_050, 32_000, 44_100, 44_101, 48_000, 96_000, 192_000),
      fc.constantFrom(8000, 16_000, 24_000, 44_100),
      fc.integer({ min: 3000, max: 30_000 }),
      async (from, to, frames) => {
        const path = placeFor(t)("tone");
        const format = { sampleRate: from, channels: 1, codec: "wav_pcm_s16le" } as const;
        await record(path, tone(frames, from), format);
        const heard = await gather(decodeToPcm(path, { rate: to }));
        assert.equal(heard.length, Math.round((frames * to) / from));
        // The cut at either end rings; in between it is the same tone.
        const edge = Math.round(heard.length / 10);
        const meant = tone(heard.length, to).subarray(edge, -edge);
        assert.ok(nearness(meant, heard.subarray(edge, -edge)) > 60);
      },
    ),
    { seed: 3, numRuns: 30 },
  );
});

test("what lies above the new rate does not fold down into it", async (t) => {
  const path = placeFor(t)("whistle");
  const whistle = Int16Array.from({ length: 48_000 }, (_, i) => 20_000 * Math.sin(i * 1.4));
  const format = { sampleRate: 48_000, channels: 1, codec: "wav_pcm_s16le" } as const;
  await record(path, whistle, format); // 10.7 kHz
  const heard = await gather(decodeToPcm(path, SPEECH));
  assert.ok(level(heard.subarray(500, -500)).rms_dbfs < -75);
});

test("PCM of every width is understood", async (t) => {
  for (const bits of ["8", "16", "24", "32", "32f", "64"]) {
    const made = new wavefile.WaveFile();
    made.fromScratch(2, 16_000, "16", tone(8000, 16_000, 2));
    // Given interleaved, kept interleaved: only the width changes.
    made.toBitDepth(bits);
    const path = fileOf(t, made.toBuffer());
    const heard = await gather(decodeToPcm(path));
    const from = bits === "8" ? 30 : 80;
    assert.ok(nearness(tone(8000, 16_000, 2), heard) > from, bits);
  }
});

test("what sox writes is decoded as sox means it", {
  skip: without("sox", "sox", "ffmpeg"),
}, async (t) => {
  const place = placeFor(t);
  const source = place("source.wav");
  await record(source, tone(44_100, 44_100), {
    sampleRate: 44_100,
    channels: 1,
    codec: "wav_pcm_s16le",
  });
  for (const how of [
    ["-c", "2"],
    ["-c", "6", "-b", "24"],
    ["-b", "32", "-r", "96000"],
    ["-e", "floating-point", "-b", "64"],
    ["-e", "ima-adpcm", "-c", "2"],
  ]) {
    const path = place("made.wav");
    execFileSync("sox", ["-D", source, ...how, path]);
    const heard = await gather(decodeToPcm(path, SPEECH));
    assert.ok(nearness(ffmpegSamples(path, 16_000, 1), heard) > 30, how.join(" "));
  }
});

test("no number in a float file is too wild", async (t) => {
  const made = new wavefile.WaveFile();
  const wild = Float32Array.of(0.5, Number.NaN, 1e30, Number.NEGATIVE_INFINITY, -0.5);
  made.fromScratch(1, 16_000, "32f", wild);
  const heard = await gather(decodeToPcm(fileOf(t, made.toBuffer())));
  assert.deepEqual([...heard], [16_384, 0, 32_767, -32_768, -16_384]);
});

test("several channels are mixed into one, and one is given to each", async (t) => {
  const path = placeFor(t)("two");
  const samples = Int16Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 1000 : 3000));
  const format = { sampleRate: 16_000, channels: 2, codec: "wav_pcm_s16le" } as const;
  await record(path, samples, format);
  assert.deepEqual(new Set(await gather(decodeToPcm(path, { channels: 1 }))), new Set([2000]));
  assert.equal((await gather(decodeToPcm(path, { channels: 3 }))).length, 3000);
});

test("a damaged page of Ogg costs its half second, not the recording", async (t) => {
  const path = placeFor(t)("speech.ogg");
  const format = { sampleRate: 16_000, channels: 1, codec: "opus" } as const;
  await record(path, tone(16_000 * 5, 16_000), format);
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const facts = await readAudioFacts(path);
  assert.ok(facts.duration_s > 4.4 && facts.duration_s < 4.6);
  assert.ok(facts.corrections.length > 0);
  assert.equal((await gather(decodeToPcm(path))).length, facts.frames);
});

test("decoding stops when it is aborted, and when nobody asks for more", async (t) => {
  const path = placeFor(t)("long");
  const format = { sampleRate: 16_000, channels: 1, codec: "adpcm" } as const;
  await record(path, tone(16_000 * 60, 16_000), format);
  const stop = new AbortController();
  let pieces = 0;
  const decoding = async () => {
    for await (const piece of decodeToPcm(path, { signal: stop.signal })) {
      pieces += piece.length > 0 ? 1 : 0;
      stop.abort(new Error("enough"));
    }
  };
  await assert.rejects(decoding(), /enough/);
  assert.equal(pieces, 1);
  for await (const piece of decodeToPcm(path)) {
    assert.ok(piece.length > 0);
    break;
  }
});

test("transcoding to Ogg and back keeps length and sound, and leaves nothing else behind", async (t) => {
  const place = placeFor(t);
  const source = place("source.wav");
  const samples = tone(22_050 * 3, 22_050, 2);
  await record(source, samples, { sampleRate: 22_050, channels: 2, codec: "wav_pcm_s16le" });
  const ogg = await transcode(source, place("made.ogg"), "ogg");
  const facts = await readAudioFacts(place("made.ogg"));
  assert.deepEqual([facts.codec, facts.sample_rate, facts.channels], ["opus", 24_000, 2]);
  assert.ok(Math.abs(ogg.duration_s - 3) < 0.001);
  const wav = await transcode(place("made.ogg"), place("made.wav"), "wav");
  assert.equal(wav.duration_s, ogg.duration_s);
  assert.equal((await readAudioFacts(place("made.wav"))).codec, "wav_pcm_s16le");
  assert.deepEqual(readdirSync(dirname(source)).sort(), ["made.ogg", "made.wav", "source.wav"]);
});

test("a transcoding that fails leaves no file", async (t) => {
  const place = placeFor(t);
  const source = place("long");
  const format = { sampleRate: 16_000, channels: 1, codec: "adpcm" } as const;
  await record(source, tone(16_000 * 20, 16_000), format);
  const signal = AbortSignal.abort(new Error("no longer wanted"));
  await assert.rejects(transcode(source, place("made.ogg"), "ogg", { signal }), /no longer wanted/);
  await assert.rejects(transcode(place("nothing"), place("made.ogg"), "ogg"), { code: "ENOENT" });
  writeFileSync(place("text"), "not audio at all");
  await assert.rejects(transcode(place("text"), place("made.ogg"), "ogg"), {
    code: "unsupported_media",
  });
  assert.deepEqual(readdirSync(dirname(source)).sort(), ["long", "text"]);
});

test("a waveform shows where it is loud", async (t) => {
  const path = placeFor(t)("speech");
  const samples = new Int16Array(10_000);
  samples[2500] = 16_384;
  samples[7500] = -32_768;
  await record(path, samples, { sampleRate: 16_000, channels: 1, codec: "wav_pcm_s16le" });
  assert.deepEqual(await peaks(path, 4), {
    duration_s: 0.625,
    min: [0, 0, 0, -1],
    max: [0, 0.5, 0, 0],
  });
  for (const stretches of [0, 1.5, 10_001, Number.NaN])
    await assert.rejects(peaks(path, stretches), { problem: "bad-input" });
});

test("loudness is told in decibels below the most", () => {
  assert.deepEqual(level(new Int16Array(0)), { rms_dbfs: -96, peak_dbfs: -96 });
  assert.deepEqual(level(Int16Array.of(-32_768)), { rms_dbfs: 0, peak_dbfs: 0 });
  assert.deepEqual(level(Int16Array.of(3277, -3277)), { rms_dbfs: -20, peak_dbfs: -20 });
});

test("the spoken sample is small, whole and loud enough to be heard", async () => {
  const path = spokenSample();
  assert.ok(existsSync(path) && readFileSync(path).length <= 100_000);
  const facts = await readAudioFacts(path);
  assert.deepEqual([facts.codec, facts.sample_rate, facts.corrections], ["opus", 16_000, []]);
  assert.ok(level(await gather(decodeToPcm(path))).rms_dbfs > -30);
});
