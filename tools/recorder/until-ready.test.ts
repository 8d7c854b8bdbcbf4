import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { serveHere } from "../kit/serve-here.fixture.ts";
import type { JobState } from "./contract.ts";
import { stage } from "./stage.fixture.ts";

const ID = "01JCQ7ZK3V8W6X5Y4T3S2R1Q0P";
const RECORDING = {
  id: ID,
  started_at: "2026-11-21T08:00:00Z",
  duration_s: 6,
  sample_rate: 16_000,
  channels: 1,
  codec: "wav_pcm_s16le",
};

/** A server whose transcription is, each time it is asked for, one state further; done comes with the transcript. */
async function tools(t: TestContext, states: { state: JobState; reason?: string }[]) {
  let asked = 0;
  const isDone = () => states[Math.min(asked, states.length) - 1]?.state === "done";
  const url = await serveHere(t, ({ url: path = "" }, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (path.includes("/transcript"))
      return isDone()
        ? answer(200, {
            recording_id: ID,
            language: "en",
            model: "scripted",
            text: "buy milk",
            segments: [{ start: 0, end: 2, text: "buy milk", speaker: null }],
          })
        : answer(409, { error: "Not transcribed yet.", detail: null, code: "not_transcribed" });
    if (!path.includes("/jobs")) return answer(200, RECORDING);
    const { state, reason } = states[Math.min(asked++, states.length - 1)] ?? { state: "done" };
    const started = "2026-11-21T08:00:07Z";
    return answer(200, {
      items: [
        {
          id: ID,
          recording_id: ID,
          kind: "transcription",
          state,
          attempts: 1,
          progress: 40,
          eta_s: null,
          reason: reason ?? null,
          created_at: started,
          started_at: started,
          ended_at: null,
          next_attempt_at: null,
        },
      ],
      next_cursor: null,
    });
  });
  return stage(t, { server: { url, token: "key" } });
}

suite("what a job of the server makes", () => {
  test("is waited for while the job is under way", async (t) => {
    const { done } = await tools(t, [{ state: "queued" }, { state: "running" }, { state: "done" }]);
    const { text } = await done("transcript_get", { recording: ID, wait: true });
    assert.match(text, /buy milk/);
  });

  test("is not waited for unasked, and how far it is is said", async (t) => {
    const { refused } = await tools(t, [{ state: "running" }]);
    const { message, advice } = await refused("transcript_get", { recording: ID });
    assert.equal(message, "Not transcribed yet.");
    assert.equal(advice, "The transcription is at 40 %.");
  });

  test("is not waited for where an engine is missing, and what installs it is said", async (t) => {
    const reason = "No engine is here. Install it with: apt-get install ears";
    const { refused } = await tools(t, [{ state: "waiting", reason }]);
    const { advice } = await refused("transcript_get", { recording: ID, wait: true });
    assert.equal(
      advice,
      "The transcription is waiting: No engine is here. Install it with: apt-get install ears",
    );
  });

  test("is not waited for where the job has failed, and why is said", async (t) => {
    const { refused } = await tools(t, [{ state: "failed", reason: "It is no speech." }]);
    const { advice } = await refused("transcript_get", { recording: ID, wait: true });
    assert.equal(advice, "The transcription has failed: It is no speech.");
  });
});
