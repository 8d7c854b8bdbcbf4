import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { errorBody } from "../../../tools/recorder/contract.ts";
import { DEAF, ingest, leftBehind, metadata, startServer, wav } from "../server.fixture.ts";

/** A disk of 2 MiB; undefined where this user may not make one. */
function smallDisk(t: TestContext): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "outpost-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  t.after(() => {
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test("on a full disk an upload is a 507, leaves nothing, and smaller ones go on", async (t) => {
  const folder = smallDisk(t);
  if (folder === undefined) return t.skip("no small disk can be mounted here (needs root)");
  const server = await startServer(t, { transcriber: DEAF }, { folder });
  assert.equal((await ingest(server, metadata("first"))).status, 202);
  const answer = await ingest(server, metadata("big", { duration_s: 0 }), wav(300));
  assert.equal(answer.status, 507);
  assert.equal(errorBody.parse(await answer.json()).code, "disk_full");
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 1 });
  assert.equal((await ingest(server, metadata("second"))).status, 202);
  await server.close();
});

test("a disk that gets full while another format is made is a 507, and the next try makes it", async (t) => {
  const folder = smallDisk(t);
  if (folder === undefined) return t.skip("no small disk can be mounted here (needs root)");
  const server = await startServer(t, { transcriber: DEAF }, { folder });
  assert.equal((await ingest(server, metadata("a", { duration_s: 0 }), wav(60))).status, 202);
  const { bavail, bsize } = await statfs(folder);
  const filler = join(folder, "filler");
  await writeFile(filler, Buffer.alloc(bavail * bsize - 20_480));
  const answer = await server.ask("/recordings/a/export?format=ogg");
  assert.equal(answer.status, 507);
  assert.equal(errorBody.parse(await answer.json()).code, "disk_full");
  await rm(filler);
  assert.equal((await server.ask("/recordings/a/export?format=ogg")).status, 200);
  assert.deepEqual((await leftBehind(server)).staged, []);
  await server.close();
});
