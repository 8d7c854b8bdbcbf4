import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { gather, placeFor, record, tone } from "./audio.fixture.ts";
import { readAudioFacts } from "./audio-facts.ts";
import { BadAudio } from "./bad-audio.ts";
import { decodeToPcm } from "./decode-to-pcm.ts";
import { makePage, OGG_FLAG, oggPages, sealPage } from "./ogg-page.ts";

const FORMAT = { sampleRate: 16_000, channels: 1, codec: "opus" } as const;

test("packets of any bytes under honest checksums are decoded, silenced or refused", async (t) => {
  const place = placeFor(t);
  await record(place("whole"), tone(16_000 * 3, 16_000), FORMAT);
  const whole = readFileSync(place("whole"));
  const file = await open(place("whole"));
  const pages: { offset: number; length: number }[] = [];
  for await (const { offset, bytes } of oggPages(file))
    pages.push({ offset, length: bytes.length });
  await file.close();
  const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 30 }), async (changes) => {
      const bytes = Buffer.from(whole);
      for (const { at, value } of changes) bytes[at] = value;
      for (const { offset, length } of pages) sealPage(bytes.subarray(offset, offset + length));
      writeFileSync(place("changed"), bytes);
      try {
        const facts = await readAudioFacts(place("changed"));
        const heard = await gather(decodeToPcm(place("changed"), { rate: 16_000, channels: 1 }));
        assert.ok(Math.abs(heard.length / 16_000 - facts.duration_s) < 0.001);
      } catch (error) {
        assert.ok(error instanceof BadAudio, String(error));
      }
    }),
    { seed: 13, numRuns: 100 },
  );
});

/** An Ogg Opus file of packets that only name a length: hours of silence in a few bytes each. */
function bomb(packets: number): Buffer {
  const head = Buffer.from("OpusHead\u0001\u0001\0\0\0\0\0\0\0\0\0", "latin1");
  const tags = Buffer.from("OpusTags\0\0\0\0\0\0\0\0", "latin1");
  // Code 3, two frames of 60 ms.
  const packet = Uint8Array.of((11 << 3) | 3, 2);
  const page = { serial: 1, granule: 0n, flags: 0 };
  const pages = [
    makePage({ ...page, sequence: 0, flags: OGG_FLAG.first, packets: [head] }),
    makePage({ ...page, sequence: 1, packets: [tags] }),
  ];
  for (let i = 0; i < packets / 255; i++)
    pages.push(makePage({ ...page, sequence: i + 2, packets: Array(255).fill(packet) }));
  return Buffer.concat(pages);
}

test("hours of nothing in a small file are seen before any is decoded", async (t) => {
  const path = placeFor(t)("bomb");
  writeFileSync(path, bomb(255 * 400));
  await assert.rejects(readAudioFacts(path, { maxSeconds: 3600 }), { code: "too_large" });
  await assert.rejects(gather(decodeToPcm(path, { maxSeconds: 3600 })), { code: "too_large" });
  const facts = await readAudioFacts(path);
  assert.equal(facts.duration_s, 255 * 400 * 0.12);
  assert.match(facts.corrections.join(), /the packets hold/);
});
