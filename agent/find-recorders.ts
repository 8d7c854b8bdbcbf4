import type { Settings } from "../config/schema.ts";
import { isLoopback } from "../tools/kit/loopback.ts";
import { health } from "../tools/recorder/contract.ts";
import { type FoundRecorder, findRecorders } from "../tools/recorder/surface/discovery.ts";

export type Nearby = { devices: readonly FoundRecorder[]; servers: readonly FoundRecorder[] };

const LOOK_MS = 1_500;

/** Where `outpost device` and `outpost server` listen if nothing else is said. */
const USUAL = { device: "http://127.0.0.1:8021", server: "http://127.0.0.1:8022" } as const;

type Kind = keyof typeof USUAL;
/** Where the settings let them listen, as far as those are usable. */
export type ListenSettings = Partial<Pick<Settings, "DEVICE_LISTEN" | "SERVER_LISTEN">>;

/**
 * Devices and servers on this machine, where the settings let them listen and where they usually do, and on the local
 * network. None of the network where it knows no multicast: an address can be typed all the same. Takes a second and a
 * half.
 */
export async function findNearbyRecorders(settings: ListenSettings = {}): Promise<Nearby> {
  const [devices, servers] = await Promise.all([
    nearby("device", settings.DEVICE_LISTEN),
    nearby("server", settings.SERVER_LISTEN),
  ]);
  return { devices, servers };
}

async function nearby(kind: Kind, listen: Settings["DEVICE_LISTEN"] | undefined) {
  const [here, there] = await Promise.all([
    onThisMachine(kind, listen),
    findRecorders(kind, LOOK_MS, AbortSignal.timeout(LOOK_MS)).catch(() => []),
  ]);
  return [...here, ...there.sort((a, b) => (a.id < b.id ? -1 : 1))];
}

/** Beyond loopback they serve HTTPS, and are found by what they announce. */
async function onThisMachine(
  kind: Kind,
  listen: Settings["DEVICE_LISTEN"] | undefined,
): Promise<FoundRecorder[]> {
  const chosen = listen && isLoopback(listen.host) ? [originOf(listen)] : [];
  const origins = [...new Set([...chosen, USUAL[kind]])];
  const answers = await Promise.all(origins.map(answersAt));
  return origins
    .filter((_, at) => answers[at])
    .map((url) => ({ id: "this machine", url, fingerprint: undefined }));
}

function originOf({ host, port }: Settings["DEVICE_LISTEN"]): string {
  return `http://${host === "::1" ? "[::1]" : host}:${port}`;
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
