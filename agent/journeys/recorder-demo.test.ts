import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noEngine } from "../../server/recorder/transcribe/pocketsphinx/engine.fixture.ts";
import { inTmux, newHome, noTmux, run } from "./tmux.fixture.ts";

const APPROVED = ["recording_start", "recording_stop", "recorder_pull", "recording_export"].flatMap(
  (tool) => ["--approve", tool],
);
const TALK = ["start recording", "stop recording", "transcribe it", "export it as srt"];

test("the demo records, transcribes and exports what was said, with no account and no microphone", {
  skip: noEngine,
  timeout: 120_000,
}, (t) => {
  const { env, state } = newHome(t);
  const told = run(["demo", "ask", ...TALK, ...APPROVED], env);
  assert.equal(told.code, 0, told.err);
  // What the file says, as far as the engine makes it out.
  for (const heard of [/weekly meeting/i, /thursday/i, /monday/i, /two thousand dollars/i])
    assert.match(told.out, heard);
  assert.match(told.out, /by pocketsphinx/);
  const exports = join(state, "demo/exports");
  const [name = "", ...more] = readdirSync(exports);
  assert.deepEqual(more, []);
  assert.match(name, /\.srt$/);
  assert.match(readFileSync(join(exports, name), "utf8"), /^1\n00:00:0\d,\d{3} --> /);

  // Another process goes on where the first one left.
  const later = run(["demo", "ask", "what did I say about the budget?", "summarise it"], env);
  assert.equal(later.code, 0, later.err);
  assert.match(later.out, /Said once, in 1 recording[\s\S]*budget/);
  assert.match(later.out, /no language model[\s\S]*Key points/);
});

test("without an engine the job waits, the one command that brings it is said, and no word is invented", {
  timeout: 120_000,
}, (t) => {
  const { env } = newHome(t);
  const deaf = { ...env, PATH: "/nonexistent" };
  const talk = ["how is the recorder?", ...TALK, "how far is it?"];
  const told = run(["demo", "ask", ...talk, ...APPROVED], deaf);
  assert.equal(told.code, 1, told.err);
  const command = /sudo apt-get install pocketsphinx pocketsphinx-en-us/;
  assert.match(told.out, new RegExp(`Nothing is transcribed: .*${command.source}`));
  assert.match(told.out, new RegExp(`not transcribed yet. .* is waiting: .*${command.source}`));
  assert.match(told.out, /Its transcription is waiting/);
  assert.doesNotMatch(told.out, /thursday|monday|budget/i);
});

test("by keyboard, starting and stopping ask first, and a bare stop is understood", {
  skip: noTmux,
  timeout: 120_000,
}, async (t) => {
  const { env } = newHome(t);
  const terminal = inTmux(t, [process.execPath, "--import", "tsx", "agent/main.ts", "demo"], env);
  await terminal.until(/offline operator/);
  terminal.type("start recording");
  terminal.keys("Enter");
  const dialog = await terminal.until(/Confirm: this changes the recorder/);
  assert.match(dialog, /Start to record with the device desk/);
  await terminal.sayYes(/Confirm: this changes/);
  await terminal.until(/desk is recording 01/);
  terminal.type("stop");
  terminal.keys("Enter");
  const again = await terminal.until(/Confirm: this changes the recorder/);
  assert.match(again, /Stop the recording of the device desk and keep it/);
  await terminal.sayYes(/Confirm: this changes/);
  await terminal.until(/Stopped. The device desk keeps 0:2\d/);
  terminal.keys("C-d");
  await terminal.until(/exit code 0/);
});
