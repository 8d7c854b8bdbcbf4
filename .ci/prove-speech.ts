import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPocketsphinx } from "../server/recorder/transcribe/pocketsphinx/pocketsphinx.ts";
import type { Heard } from "../server/recorder/transcribe/transcriber.ts";
import { comparable, wordErrorRate } from "../server/recorder/transcribe/word-errors.fixture.ts";
import { bytesOf } from "../tools/recorder/audio/audio.fixture.ts";
import { openAudioWriter } from "../tools/recorder/audio/audio-writer.ts";
import {
  humanPrompts,
  joined,
  music,
  type Prompt,
  RATE,
  SPEECH_PACKAGES,
} from "./speech-corpus.ts";
import { testVoice } from "./test-voice.ts";

// How well speech is understood offline, in figures: `node --import tsx .ci/prove-speech.ts [EVERY]`. With EVERY above 1
// only every so-many-th human prompt is heard. Needs the Debian packages named below.
console.log(
  `packages: pocketsphinx pocketsphinx-en-us festival festvox-us-slt-hts ffmpeg ${SPEECH_PACKAGES}`,
);
const every = Number(process.argv[2] ?? 1);
const folder = mkdtempSync(join(tmpdir(), "outpost-prove-speech-"));
const engine = createPocketsphinx({
  path: process.env.PATH ?? "",
  scratch: join(folder, "scratch"),
});
const failed: string[] = [];

try {
  await prove();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.error(`not reached: ${failed.join("; ")}`);
  process.exitCode = 1;
}

async function prove(): Promise<void> {
  const voice: Prompt[] = [];
  for await (const prompt of testVoice()) voice.push(prompt);
  await understood("test voice", voice, 12);
  const people = [...humanPrompts()].filter((_, i) => i % every === 0);
  await understood("human speech", people, 32);

  const seconds = 120;
  await invented("music", music(seconds), 2);
  await invented("pink noise", pinkNoise(seconds), 0);
  await invented("silence", new Int16Array(seconds * RATE), 0);
}

function judge(what: string, value: number, most: number, unit: string): void {
  console.log(`${what}: ${value.toFixed(unit === "" ? 0 : 1)}${unit} (at most ${most}${unit})`);
  if (!(value <= most)) failed.push(what);
}

async function transcribed(samples: Int16Array): Promise<{ heard: Heard; seconds: number }> {
  const path = join(folder, "speech.wav");
  rmSync(path, { force: true });
  const format = { sampleRate: RATE, channels: 1, codec: "wav_pcm_s16le" } as const;
  const writer = await openAudioWriter(path, format);
  await writer.append(bytesOf(samples));
  await writer.close();
  const began = performance.now();
  const heard = await engine.transcribe(path, { signal: AbortSignal.timeout(3_600_000) });
  return { heard, seconds: (performance.now() - began) / 1000 };
}

function words(heard: Heard): string {
  return heard.segments.map(({ text }) => text).join(" ");
}

async function understood(what: string, prompts: readonly Prompt[], most: number): Promise<void> {
  const { samples, starts } = joined(prompts.map((prompt) => prompt.samples));
  const { heard, seconds } = await transcribed(samples);
  const meant = prompts.map(({ text }) => text).join(" ");
  const length = samples.length / RATE;
  console.log(
    `${what}: ${prompts.length} pieces, ${comparable(meant).length} words, ${Math.round(length)} s heard in ${seconds.toFixed(1)} s (${(seconds / length).toFixed(3)} of real time), RSS ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`,
  );
  judge(`${what}, word error rate`, 100 * wordErrorRate(meant, words(heard)), most, " %");
  const late = prompts.flatMap(({ samples: spoken }, i) => {
    const from = ((starts[i] ?? 0) + onset(spoken)) / RATE;
    const to = from + spoken.length / RATE;
    const first = heard.segments.find(({ start, end }) => end > from && start < to);
    return first ? [Math.abs(first.start - from)] : [];
  });
  late.sort((a, b) => a - b);
  const at = (share: number) => late[Math.floor(late.length * share)] ?? Number.NaN;
  console.log(`${what}, begins: off by ${at(0.5).toFixed(2)} s in the middle`);
  judge(`${what}, begins, 95 of 100 off by`, at(0.95), 0.5, " s");
}

/** Where it gets louder than -40 dB of its own loudest. */
function onset(samples: Int16Array): number {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.findIndex((sample) => Math.abs(sample) > peak / 20);
}

async function invented(what: string, samples: Int16Array, most: number): Promise<void> {
  const { heard } = await transcribed(samples);
  judge(
    `words invented in ${samples.length / RATE} s of ${what}`,
    comparable(words(heard)).length,
    most,
    "",
  );
}

function pinkNoise(seconds: number): Int16Array {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const rows = Array.from({ length: 12 }, random);
  return Int16Array.from({ length: seconds * RATE }, (_, i) => {
    for (let row = 0; row < rows.length; row++) if (i % 2 ** row === 0) rows[row] = random();
    return rows.reduce((sum, value) => sum + value, 0) * 2500;
  });
}
