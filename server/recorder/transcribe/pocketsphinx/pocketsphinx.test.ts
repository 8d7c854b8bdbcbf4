import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { record } from "../../../../tools/recorder/audio/audio.fixture.ts";
import { spokenSample } from "../../../../tools/recorder/audio/spoken-sample.ts";
import { wordErrorRate } from "../word-errors.fixture.ts";
import { fakeEngine, folderFor, noEngine } from "./engine.fixture.ts";
import { startEngine } from "./engine-process.ts";
import { findPocketsphinx } from "./installed.ts";
import { createPocketsphinx } from "./pocketsphinx.ts";

const never = new AbortController().signal;
const speech = spokenSample();
const HELLO = `while read id; do echo "$id S 0 T 0 A 0 L 0 20 -1 -1 hello 40 -1 -1 <sil> 60"; done`;

/** Whether any process was given this folder; a process that ended is nowhere. */
function atWorkOn(folder: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });
}

test("the spoken sample is understood, with times and progress", { skip: noEngine }, async (t) => {
  const scratch = folderFor(t);
  const engine = createPocketsphinx({ path: process.env.PATH ?? "", scratch });
  assert.deepEqual(await engine.check(), { state: "ready" });
  const told: number[] = [];
  const heard = await engine.transcribe(speech, {
    signal: never,
    onProgress: ({ percent }) => told.push(percent),
  });
  const text = heard.segments.map((segment) => segment.text).join(" ");
  const meant = readFileSync(join(dirname(speech), "spoken.txt"), "utf8");
  assert.ok(wordErrorRate(meant, text) <= 0.2, text);
  assert.match(text, /move the release to thursday/);
  assert.equal(heard.language, "en");
  assert.equal(told.at(-1), 100);
  assert.ok(told.length > 5 && told.every((percent, i) => percent > (told[i - 1] ?? -1)));
  for (const [i, { start, end }] of heard.segments.entries())
    assert.ok(start >= (heard.segments[i - 1]?.end ?? 0) && end > start && end <= 24);
  assert.deepEqual(readdirSync(scratch), []);
});

test("silence and noise invent no words, and start no engine", async (t) => {
  const engine = createPocketsphinx(fakeEngine(t, HELLO));
  const folder = folderFor(t);
  const noise = Int16Array.from({ length: 160_000 }, (_, i) => ((i * 7919) % 2003) - 1001);
  for (const [name, samples] of [
    ["silence", new Int16Array(160_000)],
    ["noise", noise],
  ] as const) {
    const path = join(folder, name);
    await record(path, samples, { sampleRate: 16_000, channels: 1, codec: "wav_pcm_s16le" });
    assert.deepEqual((await engine.transcribe(path, { signal: never })).segments, []);
  }
});

test("an engine that is not installed is named, with the command that brings it", async (t) => {
  const scratch = folderFor(t);
  const engine = createPocketsphinx({ path: "/nowhere", scratch });
  const install = "sudo apt-get install pocketsphinx pocketsphinx-en-us";
  const found = await engine.check();
  assert.ok(found.state === "missing" && found.install === install);
  await assert.rejects(engine.transcribe(speech, { signal: never }), {
    problem: "unavailable",
    advice: `Run: ${install}`,
  });
  const { path } = fakeEngine(t, HELLO);
  const unmodelled = createPocketsphinx({ path, scratch, modelFolders: [scratch] });
  assert.match(JSON.stringify(await unmodelled.check()), /model is not installed/);
});

test("stopping a transcription kills the engine and all that it started", async (t) => {
  const places = fakeEngine(t, "sleep 1000");
  const stop = new AbortController();
  const engine = createPocketsphinx(places);
  const running = engine.transcribe(speech, {
    signal: stop.signal,
    // The second stretch has begun: an engine runs.
    onProgress: ({ seconds }) => existsSync(places.scratch) && seconds > 0.1 && stop.abort(),
  });
  await assert.rejects(running, { problem: "interrupted" });
  assert.equal(atWorkOn(places.scratch), false);
  assert.deepEqual(readdirSync(places.scratch), []);
});

test("an engine that gives up says why, and one that vanishes may be tried again", async (t) => {
  const broken = fakeEngine(t, "echo 'FATAL: no such model' >&2; exit 1");
  await assert.rejects(createPocketsphinx(broken).transcribe(speech, { signal: never }), {
    problem: "failed",
    message: /no such model/,
  });
  const killed = fakeEngine(t, "read id; kill -9 $$");
  await assert.rejects(createPocketsphinx(killed).transcribe(speech, { signal: never }), {
    problem: "unavailable",
  });
  for (const { scratch } of [broken, killed]) assert.deepEqual(readdirSync(scratch), []);
});

test("what an engine complained of is heard also where its end is read first", async (t) => {
  const { path, modelFolders, scratch } = fakeEngine(
    t,
    `echo 'FATAL: no such model' >&2; (sleep 0.2; mkdir "$(dirname "$0")/over") >/dev/null 2>&1 & exit 1`,
  );
  mkdirSync(scratch);
  const installed = await findPocketsphinx({ path, modelFolders });
  assert.ok("program" in installed);
  const engine = startEngine({ installed, scratch, path, name: "one" });
  // A busy machine: nothing is read until all is said, and then standard output comes first.
  while (!existsSync(join(dirname(scratch), "over")));
  await assert.rejects(engine.recognise({ start: 0, samples: new Int16Array(160) }), {
    message: /no such model/,
  });
});

test("an engine that hangs is stopped when its time is over", async (t) => {
  const places = { ...fakeEngine(t, "sleep 1000"), patience: () => 0.05 };
  await assert.rejects(createPocketsphinx(places).transcribe(speech, { signal: never }), {
    problem: "timed-out",
  });
  assert.equal(atWorkOn(places.scratch), false);
});

test("audio that is none is refused before any engine starts", async (t) => {
  const engine = createPocketsphinx(fakeEngine(t, HELLO));
  await assert.rejects(engine.transcribe(import.meta.filename, { signal: never }), {
    code: "unsupported_media",
  });
  await assert.rejects(engine.transcribe(speech, { signal: never, language: "fr" }), {
    problem: "failed",
  });
});

test("the engine gets to know nothing of this program's environment", async (t) => {
  const folder = folderFor(t);
  const places = fakeEngine(t, `env > ${join(folder, "seen")}\n${HELLO}`);
  await createPocketsphinx(places).transcribe(speech, { signal: never });
  const seen = readFileSync(join(folder, "seen"), "utf8").split("\n");
  const names = seen.map((line) => line.split("=")[0] ?? "").filter((name) => name !== "");
  assert.deepEqual(
    names.filter((name) => !["PATH", "LC_ALL", "PWD", "OLDPWD", "SHLVL", "_"].includes(name)),
    [],
  );
});
