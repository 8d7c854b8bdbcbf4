import assert from "node:assert/strict";
import { seeded } from "../tools/cluster/simulator/seeded.ts";
import { cephRgw, type S3Server } from "../tools/recorder/remote/ceph-rgw.fixture.ts";
import {
  apacheDav,
  rcloneDav,
  type StorageServer,
} from "../tools/recorder/remote/webdav-servers.fixture.ts";
import { judgeParts } from "./recorder/parts-sent.ts";
import { killUploads } from "./recorder/upload-kills.ts";

// `npx tsx .ci/prove-uploads.ts KILLS [SEED [STORAGE]]`: so many kills for each of three real storage servers, by turns
// of the device, the storage and the server, in the middle of uploads and pick-ups. Needs the build.
const kills = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? 1);
const only = process.argv[4];
const STORAGES: Record<string, () => Promise<StorageServer | S3Server>> = {
  "rclone serve webdav": rcloneDav,
  "Apache mod_dav": apacheDav,
  "Ceph RGW (S3)": cephRgw,
};

for (const [name, open] of Object.entries(STORAGES)) {
  if (only && !name.includes(only)) continue;
  const began = performance.now();
  const storage = await open();
  try {
    const counts = await killUploads(kills, storage, seeded(seed));
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${name}: all verified, picked up once: ${JSON.stringify(counts)} in ${seconds} s`);
    if (!("requestLog" in storage)) continue;
    const parts = judgeParts(storage.requestLog());
    // Few kills may all miss the parts; many may not.
    if (kills >= 30) assert.ok(counts.inParts > 0 && parts.wentOn > 0, "some hit uploads in parts");
    console.log(
      `${name}: no finished part was sent again, by its own log: ${JSON.stringify(parts)}`,
    );
  } finally {
    await storage.close();
  }
}
