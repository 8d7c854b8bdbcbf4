import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { HubError } from "./errors.ts";

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

async function holding<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(mine, `${process.pid}`, { mode: 0o600 });
  try {
    await acquire(path, mine);
    try {
      return await work();
    } finally {
      await rm(path, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
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
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function holderIsDead(path: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return false;
  const pid = Number(text);
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return isCode(error, "ESRCH");
  }
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
  } finally {
    await rm(broom, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
