import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const mustHave = process.env.OUTPOST_REQUIRE_ALL === "1";

/** False, or why the journey cannot be made on this machine; where everything is required it is made and fails. */
export const noTmux = hasTmux || mustHave ? false : "needs tmux: apt-get install tmux";

const PATIENCE_MS = 30_000;

/** A home of its own for a journey, so that nothing of the machine's user is read or written. */
export function newHome(t: TestContext): { env: Record<string, string>; state: string } {
  const home = mkdtempSync(join(tmpdir(), "outpost-journey-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const state = join(home, "state");
  return {
    state,
    env: {
      HOME: home,
      PATH: process.env.PATH ?? "",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      OUTPOST_STATE_DIR: state,
      OUTPOST_CONFIG_DIR: join(home, "config"),
    },
  };
}

/** A program in a real terminal of its own, driven by keys and read as text. */
export function inTmux(
  t: TestContext,
  command: string[],
  env: Record<string, string>,
  size: { columns: number; rows: number } = { columns: 110, rows: 34 },
) {
  const socket = `outpost-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const tmux = (...args: string[]) => {
    const done = spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      env: { ...env, TERM: "xterm-256color" },
    });
    return { out: done.stdout, ok: done.status === 0 };
  };
  t.after(() => void tmux("kill-server"));
  const words = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const started = tmux(
    "new-session",
    "-d",
    "-x",
    String(size.columns),
    "-y",
    String(size.rows),
    "-c",
    ROOT,
    `${words}; echo "exit code $?"; exec sleep 60`,
  );
  assert.ok(started.ok, "tmux did not start");

  const screen = () => tmux("capture-pane", "-p").out;
  const keys = (...names: string[]) => void tmux("send-keys", ...names);
  return {
    /** Presses y as a person does: a dialog takes no key that came too soon to be meant for it. */
    async sayYes(dialog: RegExp): Promise<void> {
      for (let tries = 0; tries < 10 && dialog.test(screen()); tries++) {
        await pause(700);
        keys("y");
        await pause(200);
      }
      assert.doesNotMatch(screen(), dialog);
    },
    screen,
    keys,
    /** Takes the terminal away from under the program, as a closed window or a lost connection does. */
    hangUp: () => void tmux("kill-pane"),
    resize: (columns: number, rows: number) =>
      void tmux("resize-window", "-x", String(columns), "-y", String(rows)),
    type: (text: string) => void tmux("send-keys", "-l", text),
    /** Waits until the screen fits, and gives it back. A terminal tells nobody that it has changed: it is asked. */
    async until(wanted: RegExp): Promise<string> {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const seen = screen();
        if (wanted.test(seen)) return seen;
        assert.ok(
          Date.now() < deadline,
          `waited in vain for ${wanted}; the screen shows:\n${seen}`,
        );
        await pause(60);
      }
    },
  };
}

/** Runs a command of ours to its end. */
export function run(
  args: string[],
  env: Record<string, string>,
): { code: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, ["--import", "tsx", "agent/main.ts", ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env,
    timeout: PATIENCE_MS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
