import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { languageCode } from "./http/language-code.ts";
import { parseHypseg } from "./pocketsphinx/hypseg.ts";
import { trackProgress } from "./progress.ts";
import { inOrder, toSegments } from "./words.ts";

test("the engine's line becomes words with times; marks, noises and variants are left out", () => {
  const line =
    "a/0-7 S 0 T -1 A -2 L -3 0 -4 0 <s> 17 -5 -6 good(2) 34 -7 -8 <sil> 60 -9 -9 [NOISE] 70 -1 -1 ++UH++ 80 -1 -1 morning 99 -2 -2 </s> 120";
  assert.deepEqual(parseHypseg(line, 10), {
    id: "0-7",
    words: [
      { start: 10.17, end: 10.34, text: "good" },
      { start: 10.8, end: 10.99, text: "morning" },
    ],
  });
});

test("a line without words has none, and a line of something else is no answer", () => {
  assert.deepEqual(parseHypseg("z0 S 0 T 0 A 0 L 0 0", 0), { id: "z0", words: [] });
  for (const line of ["", "INFO: loaded", 'ERROR: "batch.c", line 1'])
    assert.equal(parseHypseg(line, 0), undefined);
});

test("words become segments at pauses, the sooner the longer they are", () => {
  const words = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((start) => ({
    start,
    end: start + 0.95,
    text: `w${start}`,
  }));
  assert.deepEqual(
    toSegments(words).map(({ text }) => text.split(" ").length),
    [13, 1],
  );
  const paused = [
    { start: 0, end: 1, text: "yes" },
    { start: 1.6, end: 2, text: "no" },
  ];
  assert.equal(toSegments(paused).length, 2);
});

test("segments always end up in order, apart and within the recording", () => {
  const anyTime = fc.double({ min: -5, max: 50, noNaN: true });
  const segment = fc.record({
    start: anyTime,
    end: anyTime,
    text: fc.constantFrom("a", " ", "b c"),
  });
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      let from = 0;
      for (const { start, end, text } of inOrder(segments, 30)) {
        assert.ok(start >= from && end >= start && end <= 30 && text.trim() !== "");
        from = end;
      }
    }),
    { seed: 9 },
  );
});

test("progress goes forward only, and waits for the earliest stretch", () => {
  const told: number[] = [];
  const progress = trackProgress(100, ({ percent }) => told.push(percent));
  progress.heard(10);
  const early = progress.begin(12);
  const late = progress.begin(40);
  progress.heard(60);
  late();
  early();
  progress.heard(200);
  assert.deepEqual(told, [10, 12, 60, 100]);
});

test("languages are told by code, whatever a server calls them", () => {
  for (const [name, code] of [
    ["english", "en"],
    ["German", "de"],
    ["en-US", "en"],
    ["fr", "fr"],
    ["klingonish", "und"],
  ] as const)
    assert.equal(languageCode(name), code);
});
