import { hostname } from "node:os";
import { isLoopback } from "../tools/kit/loopback.ts";
import { announce } from "../tools/recorder/surface/discovery.ts";

/**
 * Lets the local network find the recorder's server at `url`, by the machine's name, where it can be reached from there;
 * undefined where it listens on this machine alone, or plainly behind a TLS proxy. A network without multicast is no
 * reason not to run. `on` is the network to use where it is not every one.
 */
export function announceServer(
  url: string,
  on?: Parameters<typeof announce>[2],
): { close: () => Promise<void> } | undefined {
  const { hostname: host, port, protocol } = new URL(url);
  // Plain beyond loopback means that a proxy stands in front: what it is reached by is not known here.
  if (isLoopback(host) || protocol !== "https:") return undefined;
  const about = {
    kind: "server",
    id: hostname(),
    port: Number(port) || 443,
    tls: true,
    fingerprint: undefined,
  } as const;
  return announce(about, () => undefined, on);
}
