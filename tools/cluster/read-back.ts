import type { Call } from "../kit/define-tool.ts";
import type { ClusterClient } from "./client.ts";

/**
 * Looks whether a change has taken effect, and once more after a moment where it seems not to: the management node
 * answers reads from a cache that can lag behind a job that is done.
 */
export async function readBack<T>(
  cluster: ClusterClient,
  call: Call,
  look: () => Promise<T>,
  isEffective: (seen: T) => boolean,
): Promise<{ seen: T; effective: boolean }> {
  const first = await look();
  if (isEffective(first)) return { seen: first, effective: true };
  await cluster.waiting.pause(1500, call.signal);
  const second = await look();
  return { seen: second, effective: isEffective(second) };
}

/** How an answer says it: effective as read back, or accepted and not seen yet. */
export function effect(effective: boolean): string {
  return effective
    ? "Read back: it is effective."
    : "The cluster took it, but what is read back does not show it yet; look again in a minute.";
}
