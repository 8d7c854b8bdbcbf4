import { seeded } from "../tools/cluster/simulator/seeded.ts";
import { killDevices } from "./recorder/device-kills.ts";
import { killServers } from "./recorder/ingest-kills.ts";
import { killTranscriptions } from "./recorder/speech-kills.ts";

const kills = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const only = process.argv[4];
if (!only || only === "d") console.log(await killDevices(kills, seeded(seed)));
if (!only || only === "s") console.log(await killServers(kills, seeded(seed)));
if (!only || only === "t") console.log(await killTranscriptions(kills, seeded(seed)));
