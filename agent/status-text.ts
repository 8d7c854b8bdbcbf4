import type { HubStatus } from "./hub.ts";

const MODES: Record<HubStatus["mode"], string> = {
  "read-only": "READ-ONLY",
  writes: "WRITES are open",
  destructive: "DESTRUCTIVE calls are open",
};

/** All there is to say of the hub: one line, and below it each page that a browser can open. */
export function statusText(status: HubStatus): string {
  const { input, output, cacheRead, cacheWrite } = status.tokens;
  const spent = input + output + cacheRead + cacheWrite;
  const line = [
    `Outpost, ${status.model}`,
    MODES[status.mode],
    status.simulated ? "DEMO: the systems are simulated" : "",
    ...status.systems.map(({ name, words }) => (name === "" ? words : `${name}: ${words}`)),
    status.metered && spent > 0 ? `${spent} tokens` : "",
    status.cost ? `$${status.cost.toFixed(4)}` : "",
  ];
  const places = status.places.flatMap(({ name, url, key }) => [
    `  ${name}: ${url}`,
    ...(key === undefined ? [] : [`    its API key: ${key}`]),
  ]);
  return [line.filter(Boolean).join(" | "), ...places].join("\n");
}
