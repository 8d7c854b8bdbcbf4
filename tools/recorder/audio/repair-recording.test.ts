import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import fc from "fast-check";
import { bytesOf, fileOf, gather, placeFor, record, tone } from "./audio.fixture.ts";
import { readAudioFacts } from "./audio-facts.ts";
import { openAudioWriter } from "./audio-writer.ts";
import { decodeToPcm } from "./decode-to-pcm.ts";
import { repairRecording } from "./repair-recording.ts";

const CODECS = ["wav_pcm_s16le", "adpcm", "opus"] as const;
const RATE = 16_000;
/** Bytes that a second of audio takes at the least: what is cut off is measured in it. */
const BYTES_A_SECOND = { wav_pcm_s16le: 32_000, adpcm: 8_027, opus: 3000 };

test("a file cut anywhere becomes whole again and keeps all but the last second", async (t) => {
  const place = placeFor(t);
  const samples = tone(RATE * 5 + 777, RATE);
  for (const codec of CODECS) {
    const whole = place(codec);
    await record(whole, samples, { sampleRate: RATE, channels: 1, codec });
    const { size } = statSync(whole);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 12_000, max: size }), async (length) => {
        const path = place("cut");
        copyFileSync(whole, path);
        truncateSync(path, length);
        const repaired = await repairRecording(path);
        assert.ok(repaired.usable);
        const lost = samples.length / RATE - repaired.facts.duration_s;
        assert.ok(lost <= (size - length) / BYTES_A_SECOND[codec] + 1.02, `${codec} lost ${lost}`);
        assert.deepEqual((await readAudioFacts(path)).corrections, []);
        const once = readFileSync(path);
        assert.deepEqual(await repairRecording(path), {
          usable: true,
          changed: false,
          cutBytes: 0,
          facts: repaired.facts,
        });
        assert.deepEqual(readFileSync(path), once);
        const heard = await gather(decodeToPcm(path));
        assert.equal(heard.length, repaired.facts.frames);
      }),
      { seed: 11, numRuns: 25 },
    );
  }
});

test("a whole file is left as it is", async (t) => {
  for (const codec of CODECS) {
    const path = placeFor(t)("speech");
    await record(path, tone(20_000, RATE), { sampleRate: RATE, channels: 1, codec });
    const before = readFileSync(path);
    const repaired = await repairRecording(path);
    assert.ok(repaired.usable && !repaired.changed);
    assert.deepEqual(readFileSync(path), before);
  }
});

test("audio that no header knows of yet is taken in", async (t) => {
  for (const codec of ["wav_pcm_s16le", "adpcm"] as const) {
    const path = placeFor(t)("speech");
    const format = { sampleRate: RATE, channels: 2, codec };
    const writer = await openAudioWriter(path, { ...format, syncSeconds: 3600 });
    await writer.append(bytesOf(tone(RATE * 2, RATE, 2)));
    const copy = placeFor(t)("as the crash left it");
    copyFileSync(path, copy);
    const repaired = await repairRecording(copy);
    assert.ok(repaired.usable && repaired.changed);
    assert.ok(repaired.facts.duration_s > 1.9);
    await writer.close();
  }
});

test("a file with nothing to hear in it says so and stays", async (t) => {
  const format = { sampleRate: RATE, channels: 1 };
  const place = placeFor(t);
  for (const codec of CODECS) {
    const writer = await openAudioWriter(place(codec), { ...format, codec });
    copyFileSync(place(codec), place(`${codec}.part`));
    const before = readFileSync(place(`${codec}.part`));
    const repaired = await repairRecording(place(`${codec}.part`));
    assert.equal(repaired.usable, false);
    assert.deepEqual(readFileSync(place(`${codec}.part`)), before);
    await writer.close();
  }
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(44), Buffer.from("RIFF")])
    assert.deepEqual((await repairRecording(fileOf(t, bytes))).usable, false);
});

test("a page that the crash left damaged is cut off with all behind it", async (t) => {
  const path = placeFor(t)("speech.ogg");
  const format = { sampleRate: RATE, channels: 1, codec: "opus" } as const;
  await record(path, tone(RATE * 4, RATE), format);
  const bytes = readFileSync(path);
  bytes.fill(0, bytes.length - 700);
  writeFileSync(path, bytes);
  const repaired = await repairRecording(path);
  assert.ok(repaired.usable && repaired.changed);
  assert.ok(repaired.facts.duration_s >= 2.9 && repaired.facts.duration_s < 4);
  assert.deepEqual((await readAudioFacts(path)).corrections, []);
});

const RECORDER = `
  import { openAudioWriter } from ${JSON.stringify(new URL("audio-writer.ts", import.meta.url).href)};
  const [path, codec] = process.argv.slice(-2);
  const writer = await openAudioWriter(path, { sampleRate: 16000, channels: 1, codec });
  const tenth = new Uint8Array(3200).map((_, i) => (i % 2 ? i / 20 : i));
  for (;;) { await writer.append(tenth); console.log(writer.seconds()); }
`;

for (const codec of CODECS)
  test(`kill -9 in the middle of recording ${codec} takes less than 1.1 seconds`, async (t) => {
    const path = placeFor(t)("speech.part");
    const options = ["--import", "tsx", "--input-type=module", "-e", RECORDER, "--", path, codec];
    const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.on("close", resolve));
    let seconds = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      seconds = Number(line);
      if (seconds > 20) child.kill("SIGKILL");
    }
    await ended;
    const repaired = await repairRecording(path);
    assert.ok(repaired.usable);
    assert.ok(
      repaired.facts.duration_s > seconds - 1.1,
      `${repaired.facts.duration_s} of ${seconds}`,
    );
  });
