import { distance } from "fastest-levenshtein";
import type { SettingProblem } from "./problems.ts";
import { type Source, WRITTEN_NAMES } from "./sources.ts";

/** Beginnings of names that are ours to judge. */
const PREFIXES = ["CLUSTER_", "PORTAL_", "DEVICE_", "SERVER_", "RECORDER_", "OUTPOST_"];
const GUARDING = /ALLOW|DENY|CONFIRM/;
const KNOWN = new Set(WRITTEN_NAMES);

/**
 * Names that look like a setting and are none. A guard that is misspelt guards nothing, and nobody would notice; so
 * a near miss, and anything of ours that speaks of allowing, denying or confirming, stops the start.
 */
export function checkNames(source: Source, problems: SettingProblem[]): void {
  for (const name of Object.keys(source.values)) {
    if (KNOWN.has(name)) continue;
    const upper = name.toUpperCase();
    const near = WRITTEN_NAMES.find((known) => known === `${upper}_FILE` || isNear(known, upper));
    const where = `in ${source.name}`;
    if (near !== undefined)
      problems.push({ name, wrong: `${where} is not a setting`, fix: `Did you mean ${near}?` });
    else if (PREFIXES.some((prefix) => upper.startsWith(prefix)) && GUARDING.test(upper))
      problems.push({
        name,
        wrong: `${where} is not a setting, and reads like a guard`,
        fix: `Settings that guard are ${WRITTEN_NAMES.filter((known) => GUARDING.test(known)).join(", ")}.`,
      });
    else if (source.ours)
      problems.push({ name, wrong: `${where} is not a setting`, fix: "Remove it." });
  }
}

/** Within two letters. Lengths are looked at first: an environment has many names, and this is on every start. */
function isNear(known: string, name: string): boolean {
  return Math.abs(known.length - name.length) <= 2 && distance(known, name) <= 2;
}
