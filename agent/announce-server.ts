import { hostname } from "node:os";
import { isLoopback } from "../tools/kit/loopback.ts";
import { announce } from "../tools/recorder/surface/discovery.ts";

/**
 * Lets the local network find the recorder's server at `url`, by the machine's name, where it can be reached from there;
 * undefined where it listens on this machine alone. A network without multicast is no reason not to run. `on` is the
 * network to use where it is not every one.
 */
export function announceServer(
  url: string,
  on?: Parameters<typeof announce>[2],
): { close: () => Promise<void> } | undefined {
  const { hostname: host, port, protocol } = new URL(url);
  if (isLoopback(host)) return undefined;
  const tls = protocol === "https:";
  const about = {
    kind: "server",
    id: hostname(),
    port: Number(port) || (tls ? 443 : 80),
    tls,
    fingerprint: undefined,
  } as const;
  return announce(about, () => undefined, on);
}
