import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSpeechGate, type Utterance } from "./speech-gate.ts";
import { VOICE_FRAME, VOICE_RATE } from "./voice-activity.ts";

const FRAMES_A_SECOND = VOICE_RATE / VOICE_FRAME;
const PAD_SECONDS = 0.26;

type Stretch = { seconds: number; speech: boolean };

/** Feeds stretches of speech and silence; sample values count frames, so that each can be found again. */
function heardIn(stretches: readonly Stretch[], loudness = (_frame: number) => 1000): Utterance[] {
  const gate = createSpeechGate();
  const heard: Utterance[] = [];
  let frame = 0;
  for (const { seconds, speech } of stretches)
    for (let i = 0; i < Math.round(seconds * FRAMES_A_SECOND); i++) {
      const samples = new Int16Array(VOICE_FRAME).fill(loudness(frame));
      samples[0] = frame++ % 32_768;
      heard.push(...[gate.push(samples, speech ? 0.9 : 0.1)].filter((one) => one !== undefined));
    }
  heard.push(...[gate.end()].filter((one) => one !== undefined));
  return heard;
}

const speech = (seconds: number): Stretch => ({ seconds, speech: true });
const silence = (seconds: number): Stretch => ({ seconds, speech: false });
const length = ({ samples }: Utterance) => samples.length / VOICE_RATE;

test("a stretch of speech comes with a quarter of a second around it", () => {
  const [only, ...more] = heardIn([silence(3), speech(2), silence(3)]);
  assert.equal(more.length, 0);
  assert.ok(only);
  assert.ok(Math.abs(only.start - (3 - 0.25)) < 0.04);
  assert.ok(Math.abs(length(only) - 2.5) < 0.08);
});

test("silence, and clicks in it, are no speech", () => {
  assert.deepEqual(heardIn([silence(60)]), []);
  assert.deepEqual(heardIn([silence(1), speech(0.06), silence(1), speech(0.06), silence(1)]), []);
});

test("a short pause does not end a stretch, a longer one does", () => {
  assert.equal(heardIn([speech(2), silence(0.4), speech(2)]).length, 1);
  assert.equal(heardIn([speech(2), silence(1), speech(2)]).length, 2);
  assert.equal(heardIn([speech(17), silence(0.3), speech(2)]).length, 2);
});

test("speech without an end is cut where it is quietest", () => {
  const quiet = Math.round(22 * FRAMES_A_SECOND);
  const loudness = (frame: number) => (Math.abs(frame - quiet) < 4 ? 10 : 5000);
  const [first, second] = heardIn([speech(40)], loudness);
  assert.ok(first && second);
  assert.ok(Math.abs(length(first) - 22) < 0.1);
  assert.ok(Math.abs(second.start - 22) < 0.1);
});

test("whatever is said when, no stretch is long, none is out of order, and all speech is in one", () => {
  const stretch = fc.record({
    seconds: fc.double({ min: 0.2, max: 45, noNaN: true }),
    speech: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), (stretches) => {
      const heard = heardIn(stretches);
      for (const [i, one] of heard.entries()) {
        assert.ok(length(one) <= 28.1);
        assert.ok(i === 0 || one.start >= (heard[i - 1]?.start ?? 0));
        const frame = Math.round(one.start * FRAMES_A_SECOND);
        for (let at = 0; at < one.samples.length; at += VOICE_FRAME)
          assert.equal(one.samples[at], (frame + at / VOICE_FRAME) % 32_768);
      }
      let at = 0;
      for (const { seconds, speech: spoken } of stretches) {
        const frames = Math.round(seconds * FRAMES_A_SECOND);
        const from = at / FRAMES_A_SECOND;
        at += frames;
        const middle = from + frames / FRAMES_A_SECOND / 2;
        const holds = heard.some((one) => one.start <= middle && middle <= one.start + length(one));
        if (spoken) assert.ok(holds, `${middle}`);
        if (!spoken && seconds > 2 + 2 * PAD_SECONDS) assert.ok(!holds, `${middle}`);
      }
    }),
    { seed: 5, numRuns: 30 },
  );
});
