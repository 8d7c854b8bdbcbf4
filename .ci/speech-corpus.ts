import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { comparable } from "../server/recorder/transcribe/word-errors.fixture.ts";

// Speech of a person with its words, and music: from Debian packages, read where they are installed and never copied
// into this project (their licences are their own).

export const SPEECH_PACKAGES =
  "asterisk-core-sounds-en asterisk-core-sounds-en-g722 asterisk-moh-opsound-wav";
const PROMPTS = "/usr/share/asterisk/sounds/en_US_f_Allison";
const WORDS = "/usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz";
const MUSIC = "/usr/share/asterisk/moh";
export const RATE = 16_000;

export type Prompt = { name: string; text: string; samples: Int16Array };

/** Prompts of a telephone exchange that a woman spoke, those of five words and more. In the order of their list. */
export function* humanPrompts(): Generator<Prompt> {
  const list = gunzipSync(readFileSync(WORDS)).toString("utf8");
  for (const line of list.split("\n")) {
    const [, name = "", text = ""] = /^([a-z0-9/_-]+): (.*)$/i.exec(line) ?? [];
    const file = join(PROMPTS, `${name}.g722`);
    // Brackets describe sounds instead of words.
    if (/[[\]<>(){}]/.test(text) || comparable(text).length < 5 || !existsSync(file)) continue;
    yield { name, text, samples: decoded(["-f", "g722", "-i", file]) };
  }
}

/** A number of seconds of music without singing. */
export function music(seconds: number): Int16Array {
  const file = readdirSync(MUSIC)
    .filter((name) => name.endsWith(".wav"))
    .sort()
    .map((name) => join(MUSIC, name));
  const samples = new Int16Array(seconds * RATE);
  const each = Math.ceil(samples.length / file.length);
  for (const [i, path] of file.entries())
    samples.set(
      decoded(["-i", path]).subarray(0, Math.min(each, samples.length - i * each)),
      i * each,
    );
  return samples;
}

function decoded(input: string[]): Int16Array {
  const how = ["-f", "s16le", "-ar", String(RATE), "-ac", "1", "-"];
  const out = execFileSync("ffmpeg", ["-v", "error", ...input, ...how], { maxBuffer: 2 ** 28 });
  return new Int16Array(Uint8Array.from(out).buffer);
}

/** Pieces one after the other with a second or more of silence between them, and where each began, in samples. */
export function joined(pieces: readonly Int16Array[]): { samples: Int16Array; starts: number[] } {
  const starts: number[] = [];
  let at = RATE;
  for (const [i, piece] of pieces.entries()) {
    starts.push(at);
    at += piece.length + RATE * (1 + (i % 3));
  }
  const samples = new Int16Array(at);
  for (const [i, piece] of pieces.entries()) samples.set(piece, starts[i]);
  return { samples, starts };
}
