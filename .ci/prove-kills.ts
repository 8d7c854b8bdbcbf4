import { seeded } from "../tools/cluster/simulator/seeded.ts";
import { rcloneDav } from "../tools/recorder/remote/webdav-servers.fixture.ts";
import { killDevices } from "./recorder/device-kills.ts";
import { killServers } from "./recorder/ingest-kills.ts";
import { killTranscriptions } from "./recorder/speech-kills.ts";
import { killUploads } from "./recorder/upload-kills.ts";

// `npx tsx .ci/prove-kills.ts KILLS [SEED]`: so many kill -9 at points that the seed chooses, of the built program, over
// recording, ingest, transcription, upload and pick-up; after each what was killed is started again, and what its
// clients were told is looked for. Needs the build, pocketsphinx and rclone.
const kills = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const only = process.argv[4];

const PARTS: [name: string, share: number, run: (kills: number) => Promise<{ kills: number }>][] = [
  ["recording", 0.35, (count) => killDevices(count, seeded(seed))],
  ["ingest", 0.35, (count) => killServers(count, seeded(seed))],
  ["transcription", 0.15, (count) => killTranscriptions(count, seeded(seed))],
  ["upload and pick-up", 0.15, (count) => uploads(count)],
];

async function uploads(count: number) {
  const storage = await rcloneDav();
  try {
    return await killUploads(count, storage, seeded(seed));
  } finally {
    await storage.close();
  }
}

const chosen = PARTS.filter(([name]) => only === undefined || name.startsWith(only));
let left = kills;
for (const [at, [name, share, run]] of chosen.entries()) {
  const isLast = at === chosen.length - 1;
  const count = isLast ? left : Math.round(kills * share);
  left -= count;
  const began = performance.now();
  const { kills: done, ...found } = await run(count);
  const seconds = Math.round((performance.now() - began) / 1000);
  const numbers = Object.entries(found).map(([what, number]) => `${what} ${number}`);
  console.log(`${name}: ${done} kills in ${seconds} s, all as it should be: ${numbers.join(", ")}`);
}
console.log(`${kills} kills, seed ${seed}: nothing that was told to be kept is lost or changed`);
