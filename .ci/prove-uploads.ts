import { seeded } from "../tools/cluster/simulator/seeded.ts";
import { cephRgw } from "../tools/recorder/remote/ceph-rgw.fixture.ts";
import {
  apacheDav,
  rcloneDav,
  type StorageServer,
} from "../tools/recorder/remote/webdav-servers.fixture.ts";
import { killUploads } from "./recorder/upload-kills.ts";

// `npx tsx .ci/prove-uploads.ts KILLS [SEED]`: so many kills for each of three real storage servers, by turns of the
// device, the storage and the server, in the middle of uploads and pick-ups. Needs the build.
const kills = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? 1);
const only = process.argv[4];
const STORAGES: Record<string, () => Promise<StorageServer>> = {
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
  } finally {
    await storage.close();
  }
}
