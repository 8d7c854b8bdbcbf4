import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type AudioFormat, openAudioWriter } from "./audio-writer.ts";

const mustHave = process.env.OUTPOST_REQUIRE_ALL === "1";

/** False, or why a test cannot ask these programs on this machine; where everything is required it runs and fails. */
export function without(packageName: string, ...programs: string[]): false | string {
  const missing = programs.find((program) => spawnSync("which", [program]).status !== 0);
  return missing === undefined || mustHave
    ? false
    : `needs ${missing}: apt-get install ${packageName}`;
}

/** A path in a folder that goes away with the test. */
export function placeFor(t: TestContext): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), "outpost-audio-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

/** The bytes in a file of their own. */
export function fileOf(t: TestContext, bytes: Uint8Array): string {
  const path = placeFor(t)("audio");
  writeFileSync(path, bytes);
  return path;
}

/** A tone that swells and fades, so that no two stretches of it are alike; each channel a third higher. */
export function tone(frames: number, rate: number, channels = 1): Int16Array {
  const samples = new Int16Array(frames * channels);
  for (let i = 0; i < frames; i++)
    for (let channel = 0; channel < channels; channel++) {
      const swell = 0.6 + 0.4 * Math.sin((2 * Math.PI * i) / (rate * 1.7));
      const pitch = 330 * 1.25 ** channel;
      samples[i * channels + channel] = 12_000 * swell * Math.sin((2 * Math.PI * pitch * i) / rate);
    }
  return samples;
}

export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Writes samples as a recording. */
export async function record(path: string, samples: Int16Array, format: AudioFormat) {
  const writer = await openAudioWriter(path, format);
  await writer.append(bytesOf(samples));
  return writer.close();
}

/** All samples of a decoding. */
export async function gather(pieces: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const all: Int16Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const samples = new Int16Array(all.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of all) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

/** How near `heard` comes to `meant`, in decibels of signal over difference. */
export function nearness(meant: Int16Array, heard: Int16Array): number {
  let signal = 0;
  let difference = 1e-9;
  for (const [i, sample] of meant.entries()) {
    signal += sample ** 2;
    difference += (sample - (heard[i] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / difference);
}

/** The file's samples as ffmpeg decodes them; throws where it has anything to complain about. */
export function ffmpegSamples(path: string, rate: number, channels: number): Int16Array {
  const how = ["-f", "s16le", "-ar", String(rate), "-ac", String(channels)];
  const out = execFileSync("ffmpeg", ["-v", "error", "-xerror", "-i", path, ...how, "-"], {
    maxBuffer: 2 ** 28,
  });
  return new Int16Array(Uint8Array.from(out).buffer);
}

/** A WAV file, chunk by chunk, with whatever lies the test wants to tell. */
export function wav(chunks: readonly Uint8Array[], magic = "RIFF"): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(12);
  head.write(magic, 0, "latin1");
  head.writeUInt32LE(4 + body.length, 4);
  head.write("WAVE", 8, "latin1");
  return Buffer.concat([head, body]);
}

export function chunk(id: string, body: Uint8Array, claimed = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, "latin1");
  head.writeUInt32LE(claimed, 4);
  return Buffer.concat([head, body, new Uint8Array(body.length % 2)]);
}

type Format = { format: number; channels: number; rate: number; block: number; bits: number };

export function fmt(changed: Partial<Format> = {}, more: Uint8Array = new Uint8Array(0)): Buffer {
  const said = { format: 1, channels: 1, rate: 16_000, block: 2, bits: 16, ...changed };
  const body = Buffer.alloc(16);
  body.writeUInt16LE(said.format, 0);
  body.writeUInt16LE(said.channels, 2);
  body.writeUInt32LE(said.rate, 4);
  body.writeUInt32LE(Math.min(0xffff_ffff, said.rate * said.block), 8);
  body.writeUInt16LE(said.block, 12);
  body.writeUInt16LE(said.bits, 14);
  return chunk("fmt ", Buffer.concat([body, more]));
}
