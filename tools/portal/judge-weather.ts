import type { SiteWeather } from "./contract.ts";
import { ago } from "./words.ts";

const OLDEST_S = 15 * 60;
const FUTURE_S = 5 * 60;

/** A site's state as it may be told now: what is not plainly safe and fresh is not safe, whoever says so. */
export function judged({ state, age_s: age, reason }: SiteWeather): {
  state: SiteWeather["state"];
  reason: string | null;
} {
  if (state === "unsafe" || (state === "safe" && isFresh(age))) return { state, reason };
  return {
    state: "unknown",
    reason: reason ?? (age === null ? "The reading has no time." : "The reading is too old."),
  };
}

const isFresh = (age: number | null) => age !== null && age <= OLDEST_S && age >= -FUTURE_S;

/** "read 3 min ago", "never read". */
export function readWords(age: number | undefined): string {
  return age === undefined ? "no reading" : `read ${ago(age)}`;
}
