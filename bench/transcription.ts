import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RATE } from "../.ci/speech-corpus.ts";
import { testVoice } from "../.ci/test-voice.ts";
import { createPocketsphinx } from "../server/recorder/transcribe/pocketsphinx/pocketsphinx.ts";
import { bytesOf, record } from "../tools/recorder/audio/audio.fixture.ts";
import { show } from "./figures.ts";

const PACKAGES = "pocketsphinx pocketsphinx-en-us festival festvox-us-slt-hts";
const ROUNDS = 3;
const MOST_TIMES = 1.1;
const GAP = RATE;

/**
 * One recording through our transcriber, beside the engine's own command line on the same speech, cut by hand and dealt
 * to two processes. The best of each counts: whatever else runs on the machine only adds.
 */
export async function transcription(): Promise<void> {
  const missing = ["pocketsphinx_batch", "text2wave"].find(
    (program) => spawnSync("which", [program]).status !== 0,
  );
  if (missing) {
    console.log(`not measured: ${missing} is missing (Debian: ${PACKAGES})`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "outpost-bench-speech-"));
  try {
    const pieces: Int16Array[] = [];
    for await (const { samples } of testVoice()) pieces.push(samples);
    const recording = await writeRecording(folder, pieces);
    const byHand = writeByHand(folder, pieces);
    const scratch = join(folder, "scratch");
    const engine = createPocketsphinx({ path: process.env.PATH ?? "", scratch });
    const signal = AbortSignal.timeout(900_000);
    const own: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await seconds(() => Promise.all(byHand.map(runEngine))));
      ours.push(await seconds(() => engine.transcribe(recording.path, { signal })));
    }
    console.log(show(`${Math.round(recording.seconds)} s, the engine's command line`, own, "s"));
    console.log(show(`${Math.round(recording.seconds)} s, outpost server`, ours, "s"));
    const times = Math.min(...ours) / Math.min(...own);
    const share = Math.min(...ours) / recording.seconds;
    console.log(
      `${times.toFixed(2)} × (at most ${MOST_TIMES} ×), ${share.toFixed(3)} of real time`,
    );
    if (!(times <= MOST_TIMES)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function writeRecording(folder: string, pieces: readonly Int16Array[]) {
  const length = pieces.reduce((sum, piece) => sum + GAP + piece.length, GAP);
  const samples = new Int16Array(length);
  let at = GAP;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length + GAP;
  }
  const path = join(folder, "recording.wav");
  await record(path, samples, { sampleRate: RATE, channels: 1, codec: "wav_pcm_s16le" });
  return { path, seconds: length / RATE };
}

type Share = { folder: string; list: string; heard: string };

function writeByHand(folder: string, pieces: readonly Int16Array[]): Share[] {
  const place = join(folder, "by-hand");
  mkdirSync(place);
  // A quarter of a second around each, as the engine likes it and as ours are cut.
  const around = new Uint8Array(RATE / 2);
  for (const [i, piece] of pieces.entries())
    writeFileSync(join(place, `${i}.raw`), Buffer.concat([around, bytesOf(piece), around]));
  return [0, 1].map((share) => {
    const list = join(place, `list-${share}`);
    const names = pieces.flatMap((_, i) => (i % 2 === share ? [`${i}\n`] : []));
    writeFileSync(list, names.join(""));
    return { folder: place, list, heard: join(place, `heard-${share}`) };
  });
}

function runEngine({ folder, list, heard }: Share): Promise<void> {
  const model = "/usr/share/pocketsphinx/model/en-us";
  const named = `-adcin yes -cepext .raw -cepdir ${folder} -ctl ${list} -hypseg ${heard} -hmm ${model}/en-us -lm ${model}/en-us.lm.bin -dict ${model}/cmudict-en-us.dict -cmn batch -logfn /dev/null`;
  // As low in priority as ours and as much apart from this process, so that a busy machine treats them alike.
  const command = ["-n", "10", "pocketsphinx_batch", ...named.split(" ")];
  const child = spawn("nice", command, {
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`the engine ended with ${code}`)),
    );
  });
}
