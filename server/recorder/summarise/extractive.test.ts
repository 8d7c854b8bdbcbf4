import assert from "node:assert/strict";
import { test } from "node:test";
import type { Transcript } from "../../../tools/recorder/contract.ts";
import { EXTRACTIVE, extractiveSummariser } from "./extractive.ts";

const summariser = extractiveSummariser();
const signal = new AbortController().signal;

/** A transcript as an engine without full stops writes it: a stretch of speech a line. */
function spoken(text: string): Transcript {
  const lines = text
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const segments = lines.map((line, at) => ({
    start: at * 4,
    end: at * 4 + 3,
    text: line.trim(),
    speaker: null,
  }));
  return { recording_id: "a", language: "en", model: "told", text: lines.join("\n"), segments };
}

const MEETING = `
good morning everybody shall we start
the main topic today is the release of the voice recorder
the release of the recorder was planned for october and the tests of the upload are not finished
yesterday i had a very nice sandwich
the upload to the object storage fails when the network goes away in the middle
so the release of the recorder moves to the end of november
anna will write the tests for the upload until wednesday
somebody has to call the printer about the boxes
it rained a lot this week
the new microphone makes the recorder better and the release worth the wait
please send the minutes to the whole team
we should have started earlier but well
did you have to park far away?
that was all thank you very much`;

test("a summary names the subject, lists key points in their order and finds who is to do what", async () => {
  const made = await summariser.summarise(spoken(MEETING), signal);
  assert.equal(made.model, EXTRACTIVE);
  assert.match(made.model, /extractive/);
  assert.match(made.overview, /release of the recorder/i);
  const all = `${made.overview} ${made.key_points.join(" ")}`;
  for (const aside of [/sandwich/, /rained/, /thank you/]) assert.doesNotMatch(all, aside);
  assert.deepEqual(made.action_items, [
    "Anna will write the tests for the upload until wednesday.",
    "Somebody has to call the printer about the boxes.",
    "Please send the minutes to the whole team.",
  ]);
  const places = made.key_points.map((point) => MEETING.indexOf(point.slice(1, -1)));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.ok(places.every((place) => place >= 0));
});

test("the same transcript gives the same summary", async () => {
  const first = await summariser.summarise(spoken(MEETING), signal);
  assert.deepEqual(await summariser.summarise(spoken(MEETING), signal), first);
});

test("sentences with full stops are told apart inside one stretch, and repetition adds nothing", async () => {
  const text =
    "The bridge is closed. The bridge is closed. The bridge is closed until May. Traffic goes over the old road.";
  const made = await summariser.summarise(spoken(text), signal);
  assert.equal(made.overview.match(/bridge is closed/g)?.length, 1);
});

test("nothing said, one word, and words without weight have a summary too", async () => {
  assert.equal((await summariser.summarise(spoken(""), signal)).overview, "Nothing was said.");
  assert.equal((await summariser.summarise(spoken("yes"), signal)).overview, "Yes.");
  assert.equal(
    (await summariser.summarise(spoken("and so it was the what"), signal)).overview,
    "And so it was the what.",
  );
});

test("an hour of speech in one breath takes no more than a moment", async () => {
  const words = Array.from({ length: 10_000 }, (_, at) => `word${(at * 7_919) % 611}`).join(" ");
  const began = performance.now();
  const made = await summariser.summarise(spoken(words), signal);
  assert.ok(performance.now() - began < 2_000);
  assert.ok(made.key_points.length <= 7);
  assert.ok(made.overview.length < 2_000);
});

test("other languages have key points as well", async () => {
  const made = await summariser.summarise(
    spoken(`
die brücke über den fluss wird im mai gesperrt
der verkehr geht dann über die alte straße
die brücke braucht ein neues geländer und der fluss ein neues bett
gestern gab es kuchen
bis dahin bleibt die brücke über den fluss offen`),
    signal,
  );
  assert.match(made.overview, /brücke über den fluss/i);
});
