import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { HubError } from "./errors.ts";
import { hasSystemCode } from "./system-code.ts";

const PATIENCE_MS = 15_000;

/**
 * Runs `work` while this process alone holds the lock file. A holder that was killed is noticed by its process id
 * at once, so kill -9 stalls nobody. (The well-known lock packages go by file times and wait seconds for that.)
 * Throws HubError `unavailable` when a living process holds the lock for 15 s.
 */
export function fileLock(path: string): <T>(work: () => Promise<T>) => Promise<T> {
  // Calls inside one process queue here, so that only one of them polls the file.
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(() => holding(path, work));
    tail = turn.catch(() => undefined);
    return turn;
  };
}

/**
 * Takes the lock for as long as this process likes, or refuses at once. Resolves with what frees it.
 * Throws HubError `unavailable` with `refusal` while a living process, this one included, holds it.
 */
export async function holdLock(path: string, refusal: string): Promise<() => Promise<void>> {
  const mine = await writeMine(path);
  try {
    for (let tries = 0; tries < 20; tries++) {
      if (await linked(mine, path)) return () => rm(path, { force: true });
      if (!(await holderIsDead(path))) break;
      await sweepDeadLock(path, mine);
    }
  } finally {
    await rm(mine, { force: true });
  }
  throw new HubError("unavailable", refusal, {
    advice: `If no other Outpost runs, remove ${path}.`,
  });
}

async function writeMine(path: string): Promise<string> {
  const mine = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(mine, `${process.pid} ${birth(process.pid)}`.trim(), { mode: 0o600 });
  return mine;
}

/**
 * When a process began, in this run of the system; "" where that cannot be known. After a restart (in a container
 * above all) the number of a dead holder soon belongs to another process, which does not hold the lock.
 */
function birth(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The 22nd field is the start in clock ticks.
    return `${boot}:${statOf(pid)[19] ?? ""}`;
  } catch {
    return "";
  }
}

/** Fields of /proc/PID/stat, from the third on: the name of the program, in parentheses, may hold anything. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Killed, and still in the table until its parent asks for it: in a container that may be never. */
function isZombie(pid: number): boolean {
  try {
    return statOf(pid)[0] === "Z";
  } catch {
    return false;
  }
}

async function holding<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = await writeMine(path);
  try {
    await acquire(path, mine);
  } finally {
    // Before the lock itself, so that a kill leaves a lock to be noticed, and never this alone.
    await rm(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string, mine: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let wait = 1; ; wait = Math.min(wait * 2, 25)) {
    // link() fails if the name exists and otherwise appears whole: no reader ever sees an empty lock file.
    if (await linked(mine, path)) return;
    if (await holderIsDead(path)) await sweepDeadLock(path, mine);
    else if (Date.now() > deadline)
      throw new HubError("unavailable", "Another Outpost process keeps the state folder locked.", {
        advice: `If no other Outpost runs, remove ${path}.`,
      });
    else await pause(wait);
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasSystemCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function holderIsDead(path: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return false;
  const [number = "", born = ""] = text.split(" ");
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) return true;
  if (isGone(pid)) return true;
  const now = birth(pid);
  return born !== "" && now !== "" && born !== now;
}

/** Only one waiter may sweep, else the second would sweep away the lock that the first has just taken. */
async function sweepDeadLock(path: string, mine: string): Promise<void> {
  const broom = `${path}.sweep`;
  if (!(await linked(mine, broom))) {
    if (await holderIsDead(broom)) await rm(broom, { force: true });
    return;
  }
  try {
    if (await holderIsDead(path)) await rename(path, `${mine}.dead`);
    await rm(`${mine}.dead`, { force: true });
    await sweepBeside(path);
  } finally {
    await rm(broom, { force: true });
  }
}

/** Removes what killed processes had written to link the lock to. */
async function sweepBeside(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const pid = /^(\d+)\.[0-9a-f]{8}(\.dead)?$/.exec(name.slice(start.length))?.[1];
    // By the number in the name: what is being written at this moment does not say yet who holds it.
    if (name.startsWith(start) && pid !== undefined && isGone(Number(pid)))
      await rm(join(dirname(path), name), { force: true });
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return isZombie(pid);
  } catch (error) {
    return hasSystemCode(error, "ESRCH");
  }
}
