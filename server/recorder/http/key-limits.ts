import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";

/**
 * Throws `rate_limited`, with the seconds to wait, for a key that asks more often than so many times a minute. A tenth of
 * that may come at once. 0 is no limit.
 */
export function createKeyLimits(perMinute: number, now: () => number): (key: string) => void {
  const buckets = new Map<string, { left: number; at: number }>();
  const most = Math.max(1, perMinute / 10);
  const perMs = perMinute / 60_000;
  return (key) => {
    if (perMinute === 0) return;
    const at = now();
    const bucket = buckets.get(key) ?? { left: most, at };
    bucket.left = Math.min(most, bucket.left + Math.max(0, at - bucket.at) * perMs);
    bucket.at = at;
    buckets.set(key, bucket);
    if (bucket.left >= 1) return void bucket.left--;
    const seconds = Math.ceil((1 - bucket.left) / perMs / 1000);
    throw new RecorderFailure("rate_limited", "This key asks too often.", {
      detail: `Wait ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  };
}
