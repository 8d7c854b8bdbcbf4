import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { chunk, fileOf, fmt, placeFor, record, tone, wav } from "./audio.fixture.ts";
import { readAudioFacts } from "./audio-facts.ts";
import { BadAudio } from "./bad-audio.ts";

const second = Buffer.from(tone(16_000, 16_000).buffer);
const data = chunk("data", second);
/** An extensible format of PCM, as many programs write it for more than two channels. */
const PCM_GUID = Buffer.from("0100000000001000800000aa00389b71", "hex");
const extension = Buffer.concat([Buffer.from([22, 0, 16, 0, 0, 0, 0, 0]), PCM_GUID]);

const REFUSED: [what: string, bytes: Uint8Array, code: string][] = [
  ["an empty file", Buffer.alloc(0), "invalid_audio"],
  ["43 bytes of a header", wav([fmt(), data]).subarray(0, 43), "invalid_audio"],
  ["a header without audio", wav([fmt(), chunk("data", Buffer.alloc(0))]), "invalid_audio"],
  ["no data chunk", wav([fmt()]), "invalid_audio"],
  ["audio before its format", wav([data, fmt()]), "invalid_audio"],
  ["lower-case letters for RIFF", wav([fmt(), data], "riff"), "unsupported_media"],
  ["RIFX, the other byte order", wav([fmt(), data], "RIFX"), "unsupported_media"],
  ["0 channels", wav([fmt({ channels: 0 }), data]), "invalid_audio"],
  ["65535 channels", wav([fmt({ channels: 65_535 }), data]), "invalid_audio"],
  ["a rate of 0", wav([fmt({ rate: 0 }), data]), "invalid_audio"],
  ["a rate of 4 GHz", wav([fmt({ rate: 4_294_967_295 }), data]), "invalid_audio"],
  ["samples of 0 bits", wav([fmt({ bits: 0 }), data]), "invalid_audio"],
  ["samples of 255 bits", wav([fmt({ bits: 255 }), data]), "invalid_audio"],
  ["samples of 12 bits", wav([fmt({ bits: 12 }), data]), "unsupported_media"],
  ["an extension that is missing", wav([fmt({ format: 0xfffe }), data]), "invalid_audio"],
  ["MP3 in WAV", wav([fmt({ format: 0x55 }), data]), "unsupported_media"],
  ["ADPCM blocks of 0 bytes", wav([fmt({ format: 17, bits: 4, block: 0 }), data]), "invalid_audio"],
  ["a format of 4 GB", wav([chunk("fmt ", Buffer.alloc(16), 0xffff_fff0), data]), "invalid_audio"],
  ["a page of HTML", Buffer.from("<!doctype html><title>x</title>"), "unsupported_media"],
  ["zeros", Buffer.alloc(5000), "unsupported_media"],
  ["Ogg without a page", Buffer.from("OggS, or so it says"), "invalid_audio"],
  [
    "200,000 chunks of junk",
    wav([fmt(), ...Array<Buffer>(200_000).fill(chunk("JUNK", Buffer.alloc(0))), data]),
    "invalid_audio",
  ],
  [
    "a chunk that leads beyond the file",
    wav([fmt(), chunk("LIST", Buffer.alloc(4), 0x7fff_ffff), data]),
    "invalid_audio",
  ],
];

for (const [what, bytes, code] of REFUSED)
  test(`${what} is refused as ${code}`, async (t) => {
    await assert.rejects(readAudioFacts(fileOf(t, bytes)), (error: unknown) => {
      assert.ok(error instanceof BadAudio);
      assert.equal(error.code, code);
      assert.match(error.message, /^[A-Z].*\.$/s);
      return true;
    });
  });

for (const claimed of [0, 0x7fff_ffff, 0x7fff_f000, 0x8000_0000, 0xffff_ffff])
  test(`a pipe's header that claims ${claimed} bytes gives way to the length of the file`, async (t) => {
    const facts = await readAudioFacts(fileOf(t, wav([fmt(), chunk("data", second, claimed)])));
    assert.equal(facts.duration_s, 1);
    assert.equal(facts.corrections.length, 1);
  });

test("half a sample at the end is left out and said", async (t) => {
  const facts = await readAudioFacts(fileOf(t, wav([fmt(), chunk("data", second.subarray(1))])));
  assert.equal(facts.frames, 15_999);
  assert.match(facts.corrections.join(), /no whole frame/);
});

test("what stands behind the audio is no audio", async (t) => {
  const zip = Buffer.from("PK\u0003\u0004 and so on, an archive behind a recording");
  for (const tail of [zip, chunk("LIST", Buffer.alloc(30))]) {
    const facts = await readAudioFacts(fileOf(t, wav([fmt(), data, tail])));
    assert.equal(facts.frames, 16_000);
    assert.deepEqual(facts.corrections, []);
  }
});

test("an empty data chunk before other chunks holds no audio", async (t) => {
  const path = fileOf(t, wav([fmt(), chunk("data", Buffer.alloc(0)), chunk("LIST", second)]));
  await assert.rejects(readAudioFacts(path), /holds no audio/);
});

test("an impossible frame size is corrected by the width and the channels", async (t) => {
  const facts = await readAudioFacts(fileOf(t, wav([fmt({ block: 0 }), data])));
  assert.equal(facts.frames, 16_000);
  assert.match(facts.corrections.join(), /0 bytes a frame; they are 2/);
});

test("RF64 takes its length from its own chunk, and lies there are seen too", async (t) => {
  const lengths = Buffer.alloc(28);
  for (const [claimed, corrections] of [
    [BigInt(second.length), 0],
    [2n ** 63n, 1],
  ] as const) {
    lengths.writeBigUInt64LE(claimed, 8);
    const parts = [chunk("ds64", lengths), fmt(), chunk("data", second, 0xffff_ffff)];
    const facts = await readAudioFacts(fileOf(t, wav(parts, "RF64")));
    assert.equal(facts.duration_s, 1);
    assert.equal(facts.corrections.length, corrections);
  }
});

test("the extensible form of PCM is PCM", async (t) => {
  const facts = await readAudioFacts(fileOf(t, wav([fmt({ format: 0xfffe }, extension), data])));
  assert.equal(facts.codec, "wav_pcm_s16le");
});

test("the content decides what a file is, not what it is called", async (t) => {
  const path = placeFor(t)("speech.wav");
  await record(path, tone(16_000, 16_000), { sampleRate: 16_000, channels: 1, codec: "opus" });
  assert.equal((await readAudioFacts(path)).codec, "opus");
});

test("a small file of hours of audio is refused where it is longer than allowed", async (t) => {
  const path = placeFor(t)("silence");
  const silence = new Int16Array(16_000 * 90);
  const format = { sampleRate: 16_000, channels: 1, codec: "opus" } as const;
  await record(path, silence, format);
  await assert.rejects(readAudioFacts(path, { maxSeconds: 60 }), { code: "too_large" });
  assert.equal((await readAudioFacts(path, { maxSeconds: 90 })).duration_s, 90);
});

test("no bytes whatever bring anything but facts or a refusal", async (t) => {
  const place = fileOf(t, Buffer.alloc(0));
  const whole = wav([fmt(), chunk("fact", Buffer.alloc(4)), chunk("data", second.subarray(0, 64))]);
  const ogg = placeFor(t)("ogg");
  await record(ogg, tone(8000, 16_000), { sampleRate: 16_000, channels: 1, codec: "opus" });
  const starts = [whole, readFileSync(ogg)];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 }),
      fc.nat(4000),
      async (start, changes, length) => {
        const bytes = Buffer.from(start.subarray(0, length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        writeFileSync(place, bytes);
        try {
          const facts = await readAudioFacts(place);
          assert.ok(facts.duration_s > 0 && facts.frames > 0);
        } catch (error) {
          assert.ok(error instanceof BadAudio, String(error));
        }
      },
    ),
    { seed: 20_261_121, numRuns: 400 },
  );
});
