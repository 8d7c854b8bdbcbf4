import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "@plussub/srt-vtt-parser";
import { z } from "zod";
import type { Transcript } from "../../../tools/recorder/contract.ts";
import { MOST_CHARACTERS, MOST_LINES } from "./cues.ts";
import { toSrt, toVtt } from "./subtitles.ts";

type Said = [start: number, end: number, text: string];

function transcript(...said: Said[]): Transcript {
  const segments = said.map(([start, end, text]) => ({ start, end, text, speaker: null }));
  const text = segments.map((segment) => segment.text).join("\n");
  return { recording_id: "a", language: "en", model: "told", text, segments };
}

const parsed = z.object({
  entries: z.array(z.object({ from: z.number(), to: z.number(), text: z.string() })),
});

/** Both forms by somebody else's parser: times in milliseconds. */
function read(said: Transcript) {
  const srt = parsed.parse(parse(toSrt(said))).entries;
  const vtt = parsed.parse(parse(toVtt(said))).entries;
  assert.deepEqual(
    srt.map(({ from, to }) => [from, to]),
    vtt.map(({ from, to }) => [from, to]),
  );
  return srt;
}

const LONG = "it was the best of times and it was the worst of times ".repeat(12).trim();

test("short segments are one subtitle each, with their times", () => {
  const entries = read(transcript([0.5, 2.25, "hello there"], [3, 4, "and good bye"]));
  assert.deepEqual(
    entries.map(({ from, to, text }) => [from, to, text]),
    [
      [500, 2_250, "hello there"],
      [3_000, 4_000, "and good bye"],
    ],
  );
});

test("long segments become subtitles of at most two lines of 42 characters, and lose no word", () => {
  const entries = read(transcript([0, 60, LONG]));
  for (const { text } of entries) {
    const lines = text.split("\n");
    assert.ok(lines.length <= MOST_LINES);
    for (const line of lines) assert.ok(line.length <= MOST_CHARACTERS, line);
  }
  assert.equal(entries.map(({ text }) => text.replaceAll("\n", " ")).join(" "), LONG);
  assert.deepEqual([entries[0]?.from, entries.at(-1)?.to], [0, 60_000]);
});

test("subtitles never overlap and never end before they begin, whatever the segments say", () => {
  const entries = read(
    transcript(
      [5, 5, "no length"],
      [4, 9, "earlier and over it"],
      [8, 3, "backwards"],
      [8, 8.5, LONG],
    ),
  );
  let free = 0;
  for (const { from, to } of entries) {
    assert.ok(from >= free && to > from, `${from} to ${to}, free from ${free}`);
    free = to;
  }
});

test("text that would end a subtitle, or be markup, is only text", () => {
  const nasty =
    "a --> b\n\n7\n00:00:01,000 --> 00:00:02,000\nhacked <script>alert(1)</script> & <b>bold</b>";
  const said = transcript([0, 2, nasty], [3, 4, "next"]);
  const entries = read(said);
  assert.equal(entries.at(-1)?.text, "next");
  for (const text of [toSrt(said), toVtt(said)]) {
    assert.equal(text.match(/-->/g)?.length, entries.length);
    assert.doesNotMatch(text, /<script|<b>/);
  }
  assert.match(toVtt(said), /&lt;script&gt;/);
});

test("more than 99 hours, blank segments and words longer than a line are written well", () => {
  const said = transcript(
    [360_000, 360_001.5, "late"],
    [360_002, 360_003, "  \n "],
    [360_004, 360_009, "ä".repeat(200)],
  );
  assert.match(toSrt(said), /^1\n100:00:00,000 --> 100:00:01,500\nlate\n\n2\n/);
  assert.equal(toVtt(said).match(/ä/g)?.length, 200);
  assert.equal(toSrt(transcript()), "");
  assert.equal(toVtt(transcript()).trim(), "WEBVTT\nLanguage: en");
});
