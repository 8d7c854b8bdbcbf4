import { join } from "node:path";
import type { TestContext } from "node:test";
import pty from "@lydell/node-pty";

const ROOT = join(import.meta.dirname, "..");

/** Runs `outpost WORDS` (as a shell reads them) on a terminal of its own. For tests. */
export function onTerminal(t: TestContext, words: string, env: Record<string, string>) {
  const command = `exec '${process.execPath}' --import tsx agent/main.ts ${words}`;
  const child = pty.spawn("/bin/sh", ["-c", command], {
    cwd: ROOT,
    cols: 100,
    rows: 30,
    env: { ...process.env, ...env, TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
  let seen = "";
  let looked = 0;
  let wake: () => void = () => undefined;
  let over = false;
  const reading = child.onData((chunk) => {
    seen += chunk;
    wake();
  });
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      over = true;
      wake();
      resolve(exitCode);
    });
  });
  t.after(async () => {
    if (!over) child.kill("SIGKILL");
    await ended;
    reading.dispose();
  });
  return {
    /** Resolves when this text has come since the last text that was waited for. */
    async until(text: string): Promise<void> {
      for (;;) {
        const at = seen.indexOf(text, looked);
        if (at >= 0) {
          looked = at + text.length;
          return;
        }
        if (over) throw new Error(`it ended without “${text}”:\n${seen}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    type: (keys: string) => child.write(keys),
    seen: () => seen,
    ended,
  };
}
