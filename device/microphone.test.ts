import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { decodeToPcm } from "../tools/recorder/audio/decode-to-pcm.ts";
import { pcmHeader } from "../tools/recorder/audio/wav-header.ts";
import { temporary } from "./device.fixture.ts";
import { runDevice } from "./run-device.fixture.ts";
import { findRecorder } from "./source/find-recorder.ts";
import { pulseOr, virtualMicrophone } from "./source/pulse.fixture.ts";

const RATE = 16_000;

/** Two seconds of a tone of 1000 Hz. */
function tone(): Buffer {
  const samples = Int16Array.from({ length: 2 * RATE }, (_, at) =>
    Math.round(Math.sin((2 * Math.PI * 1000 * at) / RATE) * 12_000),
  );
  const bytes = Buffer.from(samples.buffer);
  return Buffer.concat([pcmHeader(RATE, 1, bytes.length), bytes]);
}

/** The share of a second's energy at 1000 Hz, and how many tenths of a second hold it. */
async function hear(path: string): Promise<number> {
  let tenths = 0;
  let rest: number[] = [];
  for await (const piece of decodeToPcm(path, { rate: RATE, channels: 1 })) {
    rest.push(...piece);
    for (; rest.length >= RATE / 10; rest = rest.slice(RATE / 10)) {
      const part = rest.slice(0, RATE / 10);
      let [re, im, all] = [0, 0, 0];
      for (const [at, sample] of part.entries()) {
        re += sample * Math.cos((2 * Math.PI * 1000 * at) / RATE);
        im += sample * Math.sin((2 * Math.PI * 1000 * at) / RATE);
        all += sample ** 2;
      }
      if (all > 0 && (2 * (re ** 2 + im ** 2)) / (part.length * all) > 0.9) tenths++;
    }
  }
  return tenths;
}

for (const recorder of ["sox", "arecord"] as const)
  test(
    `what a loudspeaker plays is recorded through the microphone by ${recorder}`,
    pulseOr(recorder),
    async (t) => {
      const sound = await virtualMicrophone(t);
      const folder = await temporary(t);
      await writeFile(join(folder, "tone.wav"), tone());
      const device = await runDevice(t, {
        words: ["--mic"],
        env: { ...sound.env, DEVICE_RECORDER: recorder },
      });
      await device.start();
      await sound.play(join(folder, "tone.wav"));
      const kept = await device.stop();
      await writeFile(join(folder, "heard.wav"), await device.audio(kept.id));
      const tenths = await hear(join(folder, "heard.wav"));
      // Two at the edges hold half of it; on a busy machine the sound server itself drops a few.
      assert.ok(tenths >= 15 && tenths <= 21, `${tenths} tenths of a second hold the tone`);
    },
  );

test("without a recording program the start says which package to install", async () => {
  await assert.rejects(findRecorder("auto", "/nowhere"), {
    code: "no_microphone",
    advice: /apt-get install sox/,
  });
  await assert.rejects(findRecorder("arecord", "/nowhere"), { advice: /alsa-utils/ });
});

for (const [recorder, says] of [
  ["sox", /503 .*No microphone “nowhere” \(DEVICE_INPUT\) was found.*--tone.*\(sox: sox FAIL/],
  [
    "arecord",
    /503 .*No microphone “nowhere” \(DEVICE_INPUT\) was found.*--play.*\(arecord: .*(No such|Unknown)/,
  ],
] as const)
  test(
    `an input that is not there fails the start by ${recorder} with what is missing and what to do`,
    pulseOr(recorder),
    async (t) => {
      const sound = await virtualMicrophone(t);
      const device = await runDevice(t, {
        words: ["--mic"],
        env: { ...sound.env, DEVICE_INPUT: "nowhere", DEVICE_RECORDER: recorder },
      });
      await assert.rejects(device.start(), says);
      assert.deepEqual((await device.list()).items, []);
    },
  );
