import { Bonjour, type ServiceConfig } from "bonjour-service";
import { z } from "zod";
import { withTimeLimit } from "../../kit/time-limit.ts";

/** `_outpost-recorder._tcp`, as DNS-SD names it. */
const TYPES = { device: "outpost-recorder", server: "outpost-server" } as const;

export type Announcement = {
  kind: keyof typeof TYPES;
  /** The device's id, or the name of the server's machine. */
  id: string;
  port: number;
  tls: boolean;
  /** Of its certificate, so that a list can show it before anybody connects; it is proved at pairing alone. */
  fingerprint: string | undefined;
};

export type FoundRecorder = {
  id: string;
  /** `https://192.0.2.7:8021` */
  url: string;
  fingerprint: string | undefined;
};

/** Options of multicast DNS, which the library passes on: the network to use where it is not every one. */
type On = Partial<ServiceConfig> & { interface?: string; bind?: string };

/** Lets the local network find this device or server by mDNS until it is closed. Trouble with the network is told, not thrown. */
export function announce(
  { kind, id, port, tls, fingerprint }: Announcement,
  trouble: (error: unknown) => void,
  on: On = {},
): { close: () => Promise<void> } {
  const bonjour = new Bonjour(on, trouble);
  const txt = { id, tls: tls ? "1" : "0", ...(fingerprint ? { fp: fingerprint } : {}) };
  // A label of a name has 63 bytes at most.
  const name = Buffer.from(id)
    .subarray(0, 60)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
  bonjour.publish({ name, type: TYPES[kind], port, txt, probe: false });
  return {
    close: () =>
      new Promise((resolve) => bonjour.unpublishAll(() => bonjour.destroy(() => resolve()))),
  };
}

const txt = z.object({
  id: z.string().max(128),
  tls: z.string(),
  fp: z.string().max(95).optional(),
});

/** Devices or servers that answer on the local network within `ms`, or before the signal. What they say of themselves is unproved. */
export async function findRecorders(
  kind: keyof typeof TYPES,
  ms: number,
  signal: AbortSignal,
  on: On = {},
): Promise<FoundRecorder[]> {
  const found = new Map<string, FoundRecorder>();
  let trouble: unknown;
  const bonjour = new Bonjour(on, (error: unknown) => {
    trouble = error;
  });
  const browser = bonjour.find({ type: TYPES[kind] }, (service) => {
    const said = txt.safeParse(service.txt);
    const address = addressOf(service.addresses ?? [], service.referer?.address);
    if (!said.success || address === undefined) return;
    const url = `${said.data.tls === "1" ? "https" : "http"}://${address}:${service.port}`;
    found.set(url, { id: said.data.id, url, fingerprint: said.data.fp });
  });
  const { signal: until, release } = withTimeLimit(signal, ms);
  await new Promise<void>((resolve) => {
    if (until.aborted) resolve();
    until.addEventListener("abort", () => resolve(), { once: true });
  });
  release();
  browser.stop();
  await new Promise<void>((resolve) => bonjour.destroy(() => resolve()));
  if (found.size === 0 && trouble !== undefined) throw trouble;
  return [...found.values()];
}

/** An address that can be written into a URL: IPv4 before IPv6, and none that means this link alone. */
function addressOf(addresses: readonly string[], sender: string | undefined): string | undefined {
  const usable = addresses.filter((address) => !/^(fe80:|169\.254\.)/i.test(address));
  const plain = usable.find((address) => !address.includes(":"));
  if (plain !== undefined) return plain;
  const six = usable[0];
  return six === undefined ? sender : `[${six}]`;
}
