import { type FoundDevice, findDevices } from "../tools/recorder/surface/discovery.ts";

const LOOK_MS = 1_500;

/** Recorders on the local network. None where the network knows no multicast: their address can be typed all the same. */
export async function findNearbyDevices(): Promise<readonly FoundDevice[]> {
  const found = await findDevices(LOOK_MS, AbortSignal.timeout(LOOK_MS)).catch(() => []);
  return found.sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
}
