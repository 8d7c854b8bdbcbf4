import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { startFakeMessagesApi } from "../tools/llm/fake-messages-api.ts";
import { onTerminal } from "./pty.fixture.ts";

const ROOT = join(import.meta.dirname, "..");

function folders(t: TestContext): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "outpost-main-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { OUTPOST_STATE_DIR: join(folder, "state"), OUTPOST_CONFIG_DIR: join(folder, "config") };
}

/** Runs the program itself, with no terminal and no setting but these. */
function outpost(t: TestContext, words: string[], env = folders(t)) {
  const child = spawn(process.execPath, ["--import", "tsx", "agent/main.ts", ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  const out = { text: "" };
  const err = { text: "" };
  let wake: () => void = () => undefined;
  for (const [stream, kept] of [
    [child.stdout, out],
    [child.stderr, err],
  ] as const)
    stream.on("data", (chunk: Buffer) => {
      kept.text += chunk.toString();
      wake();
    });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      wake();
      resolve(code);
    });
  });
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    child,
    ended,
    out: () => out.text,
    err: () => err.text,
    async until(text: string): Promise<void> {
      while (!out.text.includes(text)) {
        if (child.exitCode !== null) throw new Error(`ended without ${text}: ${err.text}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

suite("the program", () => {
  test("`demo ask` answers over the simulated cluster, says that it is one, and ends with 0", async (t) => {
    const run = outpost(t, ["demo", "ask", "list the filesystems"]);
    assert.equal(await run.ended, 0, run.err());
    assert.match(run.out(), /fs1[\s\S]*fs2/);
    assert.match(run.err(), /SIMULATED/);
  });

  test("`demo ask` ranks what can be imaged tonight, with reasons", async (t) => {
    const run = outpost(t, ["demo", "--", "ask", "what can I image tonight?"]);
    assert.equal(await run.ended, 0, run.err());
    assert.match(run.out(), /^1\. .* at (SSO|UDRO|DSC|SRO|AC|EYE), .*moon.*Score \d+/m);
  });

  test("the demo's chat prints where dashboard and docs are, and both open while it runs", async (t) => {
    const run = outpost(t, ["demo"]);
    await run.until("docs: ");
    for (const page of ["dashboard", "docs"]) {
      const url = new RegExp(`${page}: (http://127\\.0\\.0\\.1:\\d+/\\S*)`).exec(run.out())?.[1];
      const answer = await fetch(url ?? assert.fail(run.out()));
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get("content-type") ?? "", /html/);
    }
    run.child.stdin.end();
    assert.equal(await run.ended, 0, run.err());
  });

  test("a write that nobody can confirm ends with 3 and shows the flag; with it, it is done and audited", async (t) => {
    const env = folders(t);
    const snap = "take a snapshot of fileset home on fs1 called before";
    const refused = outpost(t, ["demo", "--", "ask", snap], env);
    assert.equal(await refused.ended, 3, refused.err());
    const [, flag, word] = /(--approve) (\S+)/.exec(refused.err()) ?? [];
    const done = outpost(
      t,
      ["demo", "--", "ask", snap, flag ?? "", word ?? "", "--output-format", "json"],
      env,
    );
    assert.equal(await done.ended, 0, done.err());
    const result = JSON.parse(done.out());
    assert.equal(result.simulated, true);
    const [last] = result.turns[0].tools.slice(-1);
    assert.equal(last.outcome.data.status, "done", JSON.stringify(last));
    const audit = outpost(t, ["demo", "audit", "verify"], env);
    assert.equal(await audit.ended, 0, audit.err());
    assert.match(audit.out(), /whole: 3 lines/);
  });

  test("ANTHROPIC_BASE_URL chooses the model of the demo too", async (t) => {
    const api = await startFakeMessagesApi([
      { calls: [{ name: "filesystem_list", input: {} }] },
      { say: "There are fs1 and fs2." },
    ]);
    t.after(() => api.close());
    const env = { ...folders(t), ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "k" };
    const run = outpost(t, ["demo", "ask", "what filesystems are there?"], env);
    assert.equal(await run.ended, 0, run.err());
    assert.match(run.out(), /There are fs1 and fs2\./);
    assert.match(run.err(), /filesystem_list done/);
    assert.equal(api.requests.length, 2);
  });

  test("mistakes end with 2, in a sentence and without a stack", async (t) => {
    const env = folders(t);
    const runs: [string[], Record<string, string>, RegExp][] = [
      [["aks", "x"], env, /Did you mean ask\?/],
      [["ask", "hello"], env, /No system is set up[\s\S]*setup cluster[\s\S]*setup portal/],
      [
        ["mcp", "cluster"],
        { ...env, CLUSTER_ALLOW_WRITE: "1" },
        /Did you mean CLUSTER_ALLOW_WRITES\?/,
      ],
      [
        ["tools"],
        { ...env, CLUSTER_DENY_PATHS: "(?=x) ok" },
        /“\(\?=x\)”, which is no usable pattern/,
      ],
    ];
    await Promise.all(
      runs.map(async ([words, given, says]) => {
        const run = outpost(t, words, given);
        assert.equal(await run.ended, 2, run.err());
        assert.match(run.err(), says);
        assert.doesNotMatch(run.err(), /^\s+at /m);
        assert.equal(run.out(), "");
      }),
    );
  });

  test("`simulate cluster` prints what another terminal needs, which then works, and stops when told", async (t) => {
    const simulated = outpost(t, ["simulate", "cluster", "--port", "0", "--mode", "v2"]);
    await simulated.until("CLUSTER_PIN_SHA256");
    const env = Object.fromEntries(
      [...simulated.out().matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const call = outpost(t, ["call", "filesystem_list", "--json"], { ...folders(t), ...env });
    assert.equal(await call.ended, 0, call.err());
    assert.match(call.out(), /"fs1"/);
    simulated.child.kill("SIGTERM");
    assert.equal(await simulated.ended, 0);
  });

  test("at a terminal, `call` asks, and a yes runs it", async (t) => {
    const words = `demo call fileset_create '{"filesystem":"fs1","fileset":"a","link":false}'`;
    const run = onTerminal(t, words, folders(t));
    await run.until("POST /mgmt/v3/filesystems/fs1/filesets");
    await run.until("Type yes or no:");
    run.type("yes\r");
    await run.until("Created a");
    assert.equal(await run.ended, 0, run.seen());
  });

  test("a chat that cannot start restores the terminal before it says why", async (t) => {
    const run = onTerminal(t, "chat", { ...folders(t), CLUSTER_CONFIRM: "never" });
    assert.equal(await run.ended, 2, run.seen());
    const [screen = "", after = ""] = run.seen().split("\u001b[?1049l");
    assert.ok(screen.includes("\u001b[?1049h"));
    assert.match(
      after,
      /CLUSTER_CONFIRM in the environment is “never”\. Write one of ask, client\./,
    );
  });

  test("the chat leaves at Ctrl-D, and restores the terminal", async (t) => {
    const run = onTerminal(t, "demo", folders(t));
    await run.until("\u001b[?1049h");
    run.type("\u0004");
    assert.equal(await run.ended, 0, run.seen());
    assert.ok(run.seen().includes("\u001b[?1049l"));
  });
});
