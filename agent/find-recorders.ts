import { health } from "../tools/recorder/contract.ts";
import { type FoundRecorder, findRecorders } from "../tools/recorder/surface/discovery.ts";

export type Nearby = { devices: readonly FoundRecorder[]; servers: readonly FoundRecorder[] };

const LOOK_MS = 1_500;

/** Where `outpost device` and `outpost server` listen if nothing else is said. */
const USUAL = { device: "http://127.0.0.1:8021", server: "http://127.0.0.1:8022" } as const;

/**
 * Devices and servers on this machine, where they usually listen, and on the local network. None of the network where it
 * knows no multicast: an address can be typed all the same. Takes a second and a half.
 */
export async function findNearbyRecorders(): Promise<Nearby> {
  const [devices, servers] = await Promise.all([nearby("device"), nearby("server")]);
  return { devices, servers };
}

async function nearby(kind: keyof typeof USUAL): Promise<FoundRecorder[]> {
  const [here, there] = await Promise.all([
    answersAt(USUAL[kind]),
    findRecorders(kind, LOOK_MS, AbortSignal.timeout(LOOK_MS)).catch(() => []),
  ]);
  const own = { id: "this machine", url: USUAL[kind], fingerprint: undefined };
  return [...(here ? [own] : []), ...there.sort((a, b) => (a.id < b.id ? -1 : 1))];
}

/** Whether something there says that it lives as a recorder does. */
async function answersAt(origin: string): Promise<boolean> {
  try {
    const url = `${origin}/api/v1/health`;
    const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(LOOK_MS) });
    return answer.ok && health.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}
