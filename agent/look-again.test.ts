import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message, ToolUseBlock } from "../tools/llm/llm.ts";
import { goesOn, lookAgain } from "./look-again.ts";
import { createOperator } from "./operator/operator.ts";

test("what was stopped in mid-job names the job, in words that the offline operator understands", async () => {
  const told = goesOn("Job 12 RUNNING: (1/2) creating");
  assert.match(
    told,
    /^What was sent goes on; last heard: Job 12 RUNNING: \(1\/2\) creating\. Say /,
  );
  const sentences = [...told.matchAll(/“([^”]+)”/g)].map(([, sentence]) => sentence ?? "");
  assert.deepEqual(sentences, ["show job 12", "wait for job 12"]);
  for (const sentence of sentences) {
    const [call] = await callsFor(sentence);
    assert.equal(call?.name, "job_wait", sentence);
    assert.deepEqual(call?.input, {
      job_id: "12",
      ...(sentence.startsWith("show") ? { seconds: 0 } : {}),
    });
  }
});

test("what named no job has none to look at", () => {
  assert.equal(lookAgain("3 of 7 files"), undefined);
  assert.equal(lookAgain(undefined), undefined);
  assert.equal(goesOn("3 of 7 files."), "What was sent goes on; last heard: 3 of 7 files.");
});

async function callsFor(sentence: string): Promise<ToolUseBlock[]> {
  const messages: Message[] = [{ role: "user", blocks: [{ type: "text", text: sentence }] }];
  const tools = [{ name: "job_wait", description: "", inputSchema: {} }];
  const reply = await createOperator().reply(
    { system: "", messages, tools },
    () => undefined,
    new AbortController().signal,
  );
  return reply.blocks.filter((block) => block.type === "tool_use");
}
