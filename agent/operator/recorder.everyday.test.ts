import assert from "node:assert/strict";
import test from "node:test";
import type { JsonObject } from "../../tools/kit/json.ts";
import type { System } from "./card.ts";
import { CLUSTER } from "./cluster/index.ts";
import { talk } from "./conversation.fixture.ts";
import { PORTAL } from "./portal/index.ts";
import { random } from "./random.fixture.ts";
import { RECORDER } from "./recorder/index.ts";
import { recorderDraws } from "./recorder.draws.fixture.ts";
import { DOING_NOTHING, EVERYDAY } from "./recorder.everyday.ts";

const DRAWS = 6;
/** Alone, and among others in either order: what is meant must not change. */
const HUBS = [[RECORDER], [CLUSTER, PORTAL, RECORDER], [RECORDER, PORTAL, CLUSTER]];

/** A recorder with three recordings on its server, and a newer one that "last" is. */
function stage(fill: (text: string) => string, systems: readonly System[] = [RECORDER]) {
  const id = (recording: unknown) => (recording === "last" ? fill("{0}") : recording) as string; // of the tools' input
  const about = ({ recording }: JsonObject) => ({
    text: "so it is",
    data: { recording: id(recording) },
  });
  const answers = {
    recorder_status: () => ({
      text: "recording",
      data: { devices: [{ name: "recorder", state: "recording" }] },
    }),
    recording_list: () => ({
      text: "3 recordings",
      data: { recordings: [{ id: fill("{1}") }, { id: fill("{2}") }, { id: fill("{3}") }] },
    }),
    recording_get: ({ recording }: JsonObject) => ({
      text: "so it is",
      data: { id: id(recording), on: "server" },
    }),
    recording_export: ({ recording }: JsonObject) => ({
      text: "written",
      data: { result: { recording: id(recording), format: "srt" } },
    }),
    transcript_get: about,
    summary_get: about,
  };
  return talk(
    answers,
    systems.flatMap((system) => Object.keys(system.tools)),
    systems,
  );
}

for (const [group, cases] of Object.entries({ EVERYDAY, DOING_NOTHING }))
  for (const [index, { after = [], say, calls }] of cases.entries()) {
    const said = [...after, say].map((text) => `“${text}”`).join(", then ");
    test(`${group === "EVERYDAY" ? "does what is meant by" : "does nothing for"} ${said}`, async () => {
      for (let draw = 0; draw < DRAWS; draw++) {
        const next = random(1000 * (index + 1) + 10 * group.length + draw);
        const [one, ...others] = Array.from({ length: 5 }, () => recorderDraws(next));
        assert.ok(one);
        const fill = (text: string) =>
          one(text.replaceAll(/\{([0-3])\}/g, (_, which: number) => others[which]?.("{i}") ?? ""));
        const conversation = stage(fill, HUBS[draw % HUBS.length]);
        for (const before of after) await conversation.say(fill(before));
        const sentence = fill(say);
        assert.deepEqual((await conversation.say(sentence)).calls, calls.map(fill), sentence);
      }
    });
  }

test("says what it cannot do, and what can be done instead", async () => {
  const { words } = await stage((text) => text).say("play the last recording");
  assert.match(words, /cannot play/);
  assert.match(words, /export/);
});

test("there are at least 60 of these, 20 of which do nothing", () => {
  assert.ok(EVERYDAY.length >= 40);
  assert.ok(DOING_NOTHING.length >= 20);
});
