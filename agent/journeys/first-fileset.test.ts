import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startFakeMessagesApi } from "../../tools/llm/fake-messages-api.ts";
import { inTmux, newHome, noTmux, run } from "./tmux.fixture.ts";

const DEMO = [process.execPath, "--import", "tsx", "agent/main.ts", "demo"];
const SENTENCE = "create a fileset called projects on fs1 with a 10 GiB quota";

/** By keyboard alone: say the sentence, read the plan, say yes, see the result read back, leave. */
async function createByKeyboard(t: TestContext, env: Record<string, string>, model: RegExp) {
  const terminal = inTmux(t, DEMO, env);
  await terminal.until(/SIMULATED/);
  await terminal.until(model);
  terminal.type(SENTENCE);
  terminal.keys("Enter");
  const dialog = await terminal.until(/Confirm: this changes the cluster/);
  assert.match(dialog, /Create the fileset projects on fs1, link it at \/gpfs\/fs1\/projects/);
  const wires = ["POST .*filesets", "POST .*projects:link", "PUT .*quotas"];
  for (const wire of wires) assert.match(dialog, new RegExp(wire));
  await terminal.sayYes(/Confirm: this changes/);
  const result = await terminal.until(/✓ fileset_create/);
  return { terminal, result };
}

async function leave(terminal: ReturnType<typeof inTmux>) {
  terminal.keys("C-d");
  await terminal.until(/exit code 0/);
}

function auditIsWhole(env: Record<string, string>, state: string) {
  const verified = run(["audit", "verify"], { ...env, OUTPOST_STATE_DIR: join(state, "demo") });
  assert.equal(verified.code, 0, verified.err);
  assert.match(verified.out, /whole: 6 lines/);
}

test("a newcomer creates a fileset by keyboard with no account, and the audit chain verifies", {
  skip: noTmux,
  timeout: 120_000,
}, async (t) => {
  const { env, state } = newHome(t);
  const { terminal } = await createByKeyboard(t, env, /offline operator/);
  await terminal.until(/linked at \/gpfs\/fs1\/projects, limited to 10 GiB.*Read back/s);
  terminal.type("show the fileset projects on fs1");
  terminal.keys("Enter");
  await terminal.until(/Linked[\s\S]*10 GiB/i);
  await leave(terminal);
  auditIsWhole(env, state);
});

test("the same conversation runs with a model behind the Messages API", {
  skip: noTmux,
  timeout: 120_000,
}, async (t) => {
  const api = await startFakeMessagesApi([
    {
      think: "A fileset with a quota, in one plan.",
      say: "I will create **projects** on fs1 with a 10 GiB quota.",
      calls: [
        { name: "fileset_create", input: { filesystem: "fs1", fileset: "projects", quota: "10G" } },
      ],
    },
    { say: "It is linked, and its quota reads back as 10 GiB." },
  ]);
  t.after(() => api.close());
  const { env, state } = newHome(t);
  const withModel = { ...env, ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "test-key" };
  const { terminal } = await createByKeyboard(t, withModel, /claude-/);
  await terminal.until(/its quota reads back as 10 GiB/);
  await leave(terminal);
  auditIsWhole(env, state);
  assert.equal(api.requests.length, 2);
});

test("asked once, the demo answers and leaves with 0", { timeout: 60_000 }, (t) => {
  const { env } = newHome(t);
  const { code, out } = run(["demo", "ask", "list the filesystems"], env);
  assert.equal(code, 0);
  assert.match(out, /fs1[\s\S]*fs2/);
});

test("without a terminal a write is refused, and the flag to allow it is ready to copy", {
  timeout: 60_000,
}, (t) => {
  const { env } = newHome(t);
  const refused = run(["demo", "ask", SENTENCE], env);
  assert.equal(refused.code, 3, refused.out + refused.err);
  assert.match(refused.out + refused.err, /--approve fileset_create=fs1\/projects/);
  const allowed = run(
    [
      "demo",
      "ask",
      SENTENCE,
      "show the fileset projects on fs1",
      "--approve",
      "fileset_create=fs1/projects",
    ],
    env,
  );
  assert.equal(allowed.code, 0, allowed.err);
  assert.match(allowed.out, /10 GiB/);
});
