import { fsyncSync, readlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import type { TestContext } from "node:test";

/** For tests that look at what is fsynced. */
export const SYNCS_SHOW = { skip: process.platform === "linux" ? false : "reads /proc" };

/** Notes what is fsynced from now on, by name, when it has been; `before` is awaited first. */
export async function watchSyncs(
  t: TestContext,
  before: (name: string) => Promise<void> = async () => undefined,
) {
  const synced: string[] = [];
  const file = await open(tmpdir(), "r");
  const prototype: typeof file = Object.getPrototypeOf(file);
  await file.close();
  t.mock.method(prototype, "sync", async function (this: typeof file) {
    const name = basename(readlinkSync(`/proc/self/fd/${this.fd}`));
    await before(name);
    fsyncSync(this.fd);
    synced.push(name);
  });
  return synced;
}
