import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

/**
 * True where all these programs are installed. Otherwise the test is skipped with a sentence, or fails where the
 * machine is said to have everything.
 */
export function has(t: TestContext, programs: readonly string[], packages: string): boolean {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  const missing = programs.filter(
    (name) => spawnSync("which", [name], { env: { PATH: path } }).status !== 0,
  );
  if (missing.length === 0) return true;
  const text = `needs ${missing.join(", ")}: apt-get install ${packages}`;
  if (process.env.OUTPOST_REQUIRE_ALL === "1") throw new Error(text);
  t.skip(text);
  return false;
}

/** A port of loopback that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Waits until something answers HTTP there, whatever it says. */
export async function answering(url: string, seconds = 60): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch (error) {
      if (Date.now() > until) throw new Error(`${url} does not answer`, { cause: error });
      await pause(50);
    }
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await gone;
  clearTimeout(late);
}

/** kill -9 of a program with all that it has started; resolves when they are gone. */
export async function killed(child: ChildProcess): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : [];
  const family = [child.pid ?? 0, ...childrenOf(child.pid ?? 0)];
  for (const pid of family) signal(pid, "SIGKILL");
  await gone;
  while (family.some((pid) => signal(pid, 0))) await pause(5);
}

function childrenOf(parent: number): number[] {
  const children = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
  return children.flatMap((pid) => [pid, ...childrenOf(pid)]);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may hold anything.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** False where there is no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  return spawn(program, args, { stdio: "ignore", env: { ...process.env, PATH: path, ...env } });
}

export function run(program: string, args: readonly string[]): string {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  return execFileSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: path },
    timeout: 60_000,
  });
}
