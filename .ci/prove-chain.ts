import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { runDevice } from "../device/run-device.fixture.ts";
import { virtualMicrophone } from "../device/source/pulse.fixture.ts";
import { openRecorderServer } from "../server/recorder/create-recorder-server.ts";
import { DEFAULTS } from "../server/recorder/settings.ts";
import { createPocketsphinx } from "../server/recorder/transcribe/pocketsphinx/pocketsphinx.ts";
import { wordErrorRate } from "../server/recorder/transcribe/word-errors.fixture.ts";
import { bytesOf } from "../tools/recorder/audio/audio.fixture.ts";
import { pcmHeader } from "../tools/recorder/audio/wav-header.ts";
import { createServerClient, type ServerClient } from "../tools/recorder/client/server-client.ts";
import { checkExports } from "./check-exports.ts";
import { humanPrompts, joined, type Prompt, RATE, SPEECH_PACKAGES } from "./speech-corpus.ts";
import { testVoice } from "./test-voice.ts";

// Speech from a loudspeaker through a real microphone, device, server, engine and summary into files that other
// programs check: `node --import tsx .ci/prove-chain.ts [SECONDS [EVERY]]`, so many seconds of it by microphone (120
// unless told; 0 for all there is). What people say beyond that comes by ingest, or only every so-many-th piece of it.
const PACKAGES = `pulseaudio pulseaudio-utils sox libsox-fmt-pulse festival festvox-us-slt-hts pocketsphinx pocketsphinx-en-us ffmpeg opus-tools ${SPEECH_PACKAGES}`;
const MOST_PERCENT = { voice: 12, people: 32 };
const asked = Number(process.argv[2] ?? 120);
const every = Number(process.argv[3] ?? 1);
const byMicrophone = asked === 0 ? Number.POSITIVE_INFINITY : asked;
const folder = mkdtempSync(join(tmpdir(), "outpost-chain-"));
const never = new AbortController().signal;

const hooks: (() => unknown)[] = [];
// As TestContext: the fixtures ask for nothing but what is done afterwards.
const after = { after: (hook: () => unknown) => void hooks.push(hook) } as unknown as TestContext;
const failed: string[] = [];
try {
  console.log(`packages: ${PACKAGES}`);
  await prove();
} finally {
  for (const hook of hooks.reverse()) await hook();
  rmSync(folder, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.error(`not reached: ${failed.join("; ")}`);
  process.exitCode = 1;
}

async function prove(): Promise<void> {
  const voice: Prompt[] = [];
  for await (const prompt of testVoice()) voice.push(prompt);
  const people = [...humanPrompts()];
  const sound = await virtualMicrophone(after);
  const device = await runDevice(after, { words: ["--mic"], env: sound.env });
  const client = await serve({ url: device.url, token: device.token });

  const heard = new Map<string, { what: keyof typeof MOST_PERCENT; meant: string }>();
  // Several recordings, as people make them.
  for (const [what, prompts] of [
    ["voice", upTo(voice, byMicrophone / 2)],
    ["people", upTo(people, byMicrophone / 2)],
  ] as const)
    for (const part of parts(prompts, 40)) {
      const { samples } = joined(part.map((prompt) => prompt.samples));
      const file = asWav("play.wav", samples);
      const begun = await device.start();
      await sound.play(file);
      const kept = await device.stop();
      console.log(
        `recorded ${kept.duration_s.toFixed(1)} s of ${(samples.length / RATE).toFixed(1)} s`,
      );
      if (Math.abs(kept.duration_s - samples.length / RATE) > 3)
        failed.push(`length of ${kept.id}`);
      heard.set(begun.id, { what, meant: part.map(({ text }) => text).join(" ") });
    }
  await client.startPull("kitchen", never);
  while ((await client.pull("kitchen", never)).state === "running") await pause(100);

  const spoken = new Set(upTo(people, byMicrophone / 2));
  const rest = people.filter((prompt, i) => !spoken.has(prompt) && i % every === 0);
  for (const part of parts(rest, 300)) {
    const { samples } = joined(part.map((prompt) => prompt.samples));
    const id = `people-${heard.size}`;
    await ingest(client, id, asWav(`${id}.wav`, samples), samples.length / RATE);
    heard.set(id, { what: "people", meant: part.map(({ text }) => text).join(" ") });
  }

  const texts = { voice: { meant: "", heard: "" }, people: { meant: "", heard: "" } };
  for (const [id, { what, meant }] of heard) {
    await summarised(client, id);
    const { text } = await client.transcript(id, never);
    texts[what].meant += ` ${meant}`;
    texts[what].heard += ` ${text}`;
  }
  for (const what of ["voice", "people"] as const) {
    const percent = 100 * wordErrorRate(texts[what].meant, texts[what].heard);
    const words = texts[what].meant.split(/\s+/).length - 1;
    console.log(
      `${what}: ${percent.toFixed(1)} % of ${words} words wrong (at most ${MOST_PERCENT[what]} %)`,
    );
    if (!(percent <= MOST_PERCENT[what])) failed.push(`word error rate, ${what}`);
  }
  for (const id of heard.keys()) failed.push(...(await checkExports(client, id, folder)));
  console.log(
    `${heard.size} recordings: seven formats each, checked by ffprobe, opusinfo and a subtitle parser`,
  );
}

/** A server in this process with the real engine, which can pull from the device. */
async function serve(kitchen: { url: string; token: string }) {
  const server = await openRecorderServer(
    { ...DEFAULTS, port: 0, version: "1", folder: join(folder, "server"), requestsPerMinute: 0 },
    {
      transcriber: createPocketsphinx({
        path: process.env.PATH ?? "",
        scratch: join(folder, "scratch"),
      }),
      devices: new Map([["kitchen", kitchen]]),
    },
  );
  after.after(server.close);
  const { secret } = await server.parts.keys.create("chain", "write");
  const { url } = await server.listen();
  return createServerClient({ url, token: secret });
}

/** As many as fit into so many seconds. */
function upTo(prompts: readonly Prompt[], seconds: number): Prompt[] {
  let left = seconds * RATE;
  return prompts.filter(({ samples }) => {
    left -= samples.length + 2 * RATE;
    return left >= 0;
  });
}

function parts(prompts: readonly Prompt[], seconds: number): Prompt[][] {
  const found: Prompt[][] = [];
  let left = 0;
  for (const prompt of prompts) {
    left -= prompt.samples.length + 2 * RATE;
    if (left < 0) {
      found.push([]);
      left = seconds * RATE;
    }
    found.at(-1)?.push(prompt);
  }
  return found;
}

function asWav(name: string, samples: Int16Array): string {
  const path = join(folder, name);
  const bytes = bytesOf(samples);
  writeFileSync(path, Buffer.concat([pcmHeader(RATE, 1, bytes.length), bytes]));
  return path;
}

async function ingest(client: ServerClient, id: string, file: string, seconds: number) {
  const told = {
    id,
    started_at: new Date().toISOString(),
    duration_s: seconds,
    sample_rate: RATE,
    channels: 1,
    codec: "wav_pcm_s16le",
    source: "upload" as const,
  };
  await client.ingest(told, file, never);
}

async function summarised(client: ServerClient, id: string): Promise<void> {
  for (;;) {
    const { items } = await client.jobs({ recording_id: id }, never);
    const bad = items.find(
      // A summary waits for its transcription; a transcription for nothing but an engine.
      ({ state, kind }) => state === "failed" || (state === "waiting" && kind === "transcription"),
    );
    if (bad) throw new Error(`${bad.kind} of ${id}: ${bad.reason}`);
    if (items.length > 0 && items.every(({ state }) => state === "done")) return;
    await pause(200);
  }
}
