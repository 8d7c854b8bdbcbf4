import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import wavefile from "wavefile";
import type { DeviceCodec } from "../contract-device.ts";
import {
  bytesOf,
  ffmpegSamples,
  gather,
  nearness,
  placeFor,
  record,
  tone,
  without,
} from "./audio.fixture.ts";
import { readAudioFacts } from "./audio-facts.ts";
import { openAudioWriter } from "./audio-writer.ts";
import { decodeToPcm } from "./decode-to-pcm.ts";

const CODECS = ["wav_pcm_s16le", "adpcm", "opus"] as const;
/** Decibels that a codec leaves of a tone. */
const NEAR = { wav_pcm_s16le: 90, adpcm: 22, opus: 8 };

test("pieces of any size become the same recording, in every codec", async (t) => {
  const place = placeFor(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CODECS),
      fc.constantFrom(8000, 16_000, 48_000),
      fc.constantFrom(1, 2),
      fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 8 }),
      async (codec, sampleRate, channels, sizes) => {
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const frames = Math.floor(total / (2 * channels));
        fc.pre(frames > 0);
        const samples = tone(frames + 1, sampleRate, channels);
        const path = place(String(run++));
        const writer = await openAudioWriter(path, { sampleRate, channels, codec });
        let at = 0;
        for (const size of sizes) {
          await writer.append(bytesOf(samples).subarray(at, at + size));
          at += size;
        }
        const written = await writer.close();
        const file = readFileSync(path);
        assert.equal(written.sha256, createHash("sha256").update(file).digest("hex"));
        assert.equal(written.bytes, file.length);
        assert.equal(written.duration_s, frames / sampleRate);
        const facts = await readAudioFacts(path);
        assert.deepEqual(
          [facts.codec, facts.sample_rate, facts.channels, facts.frames, facts.corrections],
          [codec, sampleRate, channels, frames, []],
        );
        const heard = await gather(decodeToPcm(path));
        assert.equal(heard.length, frames * channels);
        if (frames > sampleRate / 2) {
          const meant = samples.subarray(0, heard.length);
          assert.ok(nearness(meant, heard) > NEAR[codec], `${codec} ${nearness(meant, heard)}`);
        }
      },
    ),
    { seed: 7, numRuns: 40 },
  );
});

test("calls that overlap keep their order", async (t) => {
  const path = placeFor(t)("speech.wav");
  const samples = tone(16_000, 16_000);
  const writer = await openAudioWriter(path, {
    sampleRate: 16_000,
    channels: 1,
    codec: "wav_pcm_s16le",
  });
  const bytes = bytesOf(samples);
  const cuts = Array.from({ length: 32 }, (_, i) => bytes.subarray(i * 1000, (i + 1) * 1000));
  await Promise.all(cuts.map((cut) => writer.append(cut)));
  const [first, second] = await Promise.all([writer.close(), writer.close()]);
  assert.deepEqual(first, second);
  assert.deepEqual(await gather(decodeToPcm(path)), samples);
  await assert.rejects(writer.append(bytes), /closed/);
});

test("the header is brought up to date while the recording goes on", async (t) => {
  for (const codec of CODECS) {
    const path = placeFor(t)("running");
    const writer = await openAudioWriter(path, {
      sampleRate: 16_000,
      channels: 1,
      codec,
      syncSeconds: 0.001,
    });
    const second = bytesOf(tone(16_000, 16_000));
    let seen = 0;
    for (let i = 0; i < 500 && seen < 1.5; i++) {
      await writer.append(second);
      seen = (await readAudioFacts(path).catch(() => ({ duration_s: 0 }))).duration_s;
    }
    assert.ok(seen >= 1.5, codec);
    await writer.close();
  }
});

test("a recording is never written over another file", async (t) => {
  const path = placeFor(t)("speech.wav");
  const format = { sampleRate: 16_000, channels: 1, codec: "adpcm" } as const;
  await record(path, tone(1000, 16_000), format);
  await assert.rejects(openAudioWriter(path, format), { code: "EEXIST" });
});

test("a format that a codec does not know is refused, and no file begun", async (t) => {
  const path = placeFor(t)("speech");
  for (const [codec, sampleRate, channels] of [
    ["opus", 44_100, 1],
    ["opus", 16_000, 3],
    ["adpcm", 16_000, 3],
    ["wav_pcm_s16le", 0, 1],
    ["wav_pcm_s16le", 16_000.5, 1],
    ["wav_pcm_s16le", 16_000, 0],
  ] as const)
    await assert.rejects(openAudioWriter(path, { codec, sampleRate, channels }), {
      problem: "bad-input",
    });
  assert.throws(() => statSync(path), { code: "ENOENT" });
});

// A filesystem of a megabyte needs the rights to mount one.
const noMount =
  process.getuid?.() === 0 ? false : "needs root, to mount a filesystem that is soon full";

test("a full disk ends the recording and keeps what came before", { skip: noMount }, async (t) => {
  const folder = placeFor(t)("small");
  mkdirSync(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
  try {
    for (const codec of CODECS) await fillUp(`${folder}/${codec}`, codec);
  } finally {
    execFileSync("umount", [folder]);
  }
});

async function fillUp(path: string, codec: DeviceCodec): Promise<void> {
  const writer = await openAudioWriter(path, { sampleRate: 48_000, channels: 2, codec });
  const seconds = bytesOf(tone(48_000 * 4, 48_000, 2));
  const fill = async () => {
    for (let i = 0; i < 1000; i++) await writer.append(seconds);
  };
  await assert.rejects(fill(), { problem: "limit" });
  const written = await writer.close();
  assert.equal(written.failure?.problem, "limit");
  const facts = await readAudioFacts(path);
  assert.deepEqual(facts.corrections, []);
  assert.equal(facts.duration_s, written.duration_s);
  assert.ok(written.bytes > 900_000 && written.bytes <= 1_048_576);
  assert.equal(written.sha256, createHash("sha256").update(readFileSync(path)).digest("hex"));
  rmSync(path);
}

test("another reader of WAV finds the same samples", async (t) => {
  const path = placeFor(t)("speech.wav");
  const samples = tone(9999, 22_050, 2);
  await record(path, samples, { sampleRate: 22_050, channels: 2, codec: "wav_pcm_s16le" });
  const judge = new wavefile.WaveFile(readFileSync(path));
  assert.deepEqual(Int16Array.from(judge.getSamples(true) as unknown as number[]), samples); // typed as bytes only
});

test("ffmpeg decodes our ADPCM and Opus as we do, without a complaint", {
  skip: without("ffmpeg", "ffmpeg"),
}, async (t) => {
  for (const codec of ["adpcm", "opus"] as const)
    for (const channels of [1, 2]) {
      const path = placeFor(t)("speech");
      await record(path, tone(54_321, 16_000, channels), { sampleRate: 16_000, channels, codec });
      const rate = codec === "opus" ? 48_000 : 16_000;
      const ours = await gather(decodeToPcm(path, { rate }));
      const theirs = ffmpegSamples(path, rate, channels);
      // It rounds otherwise than we, and of ADPCM it also plays what only fills the last block.
      assert.ok(theirs.length >= ours.length && theirs.length < ours.length + 2041 * channels);
      assert.ok(nearness(ours, theirs) > 25);
    }
});

test("opusinfo finds nothing to warn of, and the length that we meant", {
  skip: without("opus-tools", "opusinfo"),
}, async (t) => {
  for (const frames of [1, 320, 16_000, 16_056, 160_000]) {
    const path = placeFor(t)("speech.ogg");
    await record(path, tone(frames, 16_000), { sampleRate: 16_000, channels: 1, codec: "opus" });
    const said = execFileSync("opusinfo", [path], { encoding: "utf8" });
    assert.doesNotMatch(said, /warning|error/i);
    const [, minutes, seconds] = /length: (\d+)m:([\d.]+)s/.exec(said) ?? [];
    assert.ok(Math.abs(Number(minutes) * 60 + Number(seconds) - frames / 16_000) < 0.002);
  }
});
