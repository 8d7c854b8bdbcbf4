import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as breathe } from "node:timers/promises";
import { fileLock, holdLock } from "./lock.ts";

const noProc = existsSync("/proc/self/stat") ? false : "needs /proc";

async function folder(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), "outpost-lock-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

test("work under the lock never overlaps, from however many holders", async (t) => {
  const place = await folder(t);
  const file = join(place, "count");
  await writeFile(file, "0");
  const locks = Array.from({ length: 4 }, () => fileLock(join(place, "lock")));
  const add = async () => writeFile(file, String(Number(await readFile(file, "utf8")) + 1));
  await Promise.all(locks.flatMap((lock) => Array.from({ length: 25 }, () => lock(add))));
  assert.equal(await readFile(file, "utf8"), "100");
  assert.deepEqual(await readdir(place), ["count"]);
});

test("the lock of a process that was killed is taken over at once", async (t) => {
  const place = await folder(t);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(join(place, "lock"), String(pid));
  assert.equal(await fileLock(join(place, "lock"))(async () => "mine"), "mine");
  assert.deepEqual(await readdir(place), []);
});

test("a killed holder whose parent does not ask for it holds nothing", {
  skip: noProc,
}, async (t) => {
  const place = await folder(t);
  const parent = spawn("/bin/sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
  t.after(() => parent.kill("SIGKILL"));
  const [said] = (await once(parent.stdout, "data")) as [Buffer]; // no encoding is set
  const pid = Number(said.toString());
  // Once this has been seen, the shell has become the program that never asks.
  while (!readFileSync(`/proc/${parent.pid}/comm`, "utf8").startsWith("sleep")) await breathe();
  process.kill(pid, "SIGKILL");
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) await breathe();
  await writeFile(join(place, "lock"), String(pid));
  await (await holdLock(join(place, "lock"), "It is taken."))();
});

test("a killed sweeper does not keep the lock for ever", async (t) => {
  const place = await folder(t);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(join(place, "lock"), String(pid));
  await writeFile(join(place, "lock.sweep"), String(pid));
  assert.equal(await fileLock(join(place, "lock"))(async () => "mine"), "mine");
});

test("what killed holders have written beside the lock goes with it", async (t) => {
  const place = await folder(t);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(join(place, "lock"), String(pid));
  for (const left of [`lock.${pid}.0123abcd`, `lock.${pid}.0123abcd.dead`, "lock.of-a-door"])
    await writeFile(join(place, left), String(pid));
  const living = `lock.${process.pid}.0123abcd`;
  await writeFile(join(place, living), "");
  await (await holdLock(join(place, "lock"), "It is taken."))();
  assert.deepEqual((await readdir(place)).sort(), [living, "lock.of-a-door"].sort());
});

test("work that throws frees the lock", async (t) => {
  const lock = fileLock(join(await folder(t), "lock"));
  await assert.rejects(lock(() => Promise.reject(new Error("no"))));
  assert.equal(await lock(async () => 1), 1);
});

test("a lock that is kept refuses a second holder at once, until it is freed", async (t) => {
  const path = join(await folder(t), "lock");
  const free = await holdLock(path, "It is taken.");
  await assert.rejects(holdLock(path, "It is taken."), /It is taken/);
  await free();
  await (await holdLock(path, "It is taken."))();
});

test("a process that was given the number of a dead holder does not hold its lock", async (t) => {
  const path = join(await folder(t), "lock");
  await writeFile(path, `${process.pid} another-boot:1`);
  await (await holdLock(path, "It is taken."))();
});
