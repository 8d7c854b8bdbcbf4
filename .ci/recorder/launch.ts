import { AssertionError } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";

/** The built program: `npm run build` makes it. */
export const MAIN = join(import.meta.dirname, "../../dist/outpost.js");

/** One of our programs as a process of its own, which may be killed at any moment. */
export type Launched = {
  pid: number;
  /** Resolves when it has printed this. Rejects where it ends before. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** kill -9; resolves when it is gone. */
  kill: () => Promise<void>;
  /** Asks it to end; resolves with its exit code. */
  end: () => Promise<number | null>;
  text: () => string;
};

/** Starts `node program words`; what it prints is kept. */
export function launch(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Launched {
  const tsx = program.endsWith(".ts") ? ["--import", "tsx"] : [];
  const child = spawn(process.execPath, [...tsx, program, ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[number | null]>; // as the event has it
  let text = "";
  let more: () => void = () => undefined;
  const read = (piece: string) => {
    text += piece;
    more();
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  return {
    pid: child.pid ?? 0,
    text: () => text,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text);
          if (found) resolve(found);
        };
        more = look;
        look();
        void ended.then(() => reject(new Error(`it ended: ${text}`)));
      }),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async end() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 30_000);
      const [code] = await ended;
      clearTimeout(late);
      return code;
    },
  };
}

/**
 * When a program is killed: one in five while it starts, the others within `ms` after it was ready. `ready` is called
 * when it is.
 */
export function momentOf(random: Seeded, startMs: number, ms: number) {
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const early = random.next() < 0.2;
  const wait = random.next() * (early ? startMs : ms);
  return { ready, come: early ? pause(wait) : isReady.then(() => pause(wait)) };
}

/**
 * Does `work` with a program until the moment has come, then kills it; resolves with when that was. What fails by it is
 * no failure.
 */
export async function killAt(
  moment: Promise<void>,
  program: Launched,
  work: () => Promise<void>,
): Promise<number> {
  let over = false;
  let at = 0;
  const working = work().catch((thrown: unknown) => {
    if (!over || thrown instanceof AssertionError) throw thrown;
  });
  try {
    // Work that ends before leaves the program at rest, and that may be killed as well.
    await Promise.race([moment, working.then(() => new Promise<never>(() => undefined))]);
  } finally {
    over = true;
    at = Date.now();
    await program.kill();
  }
  await working;
  return at;
}
