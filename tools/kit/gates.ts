import type { Effect } from "./effect.ts";
import { HubError } from "./errors.ts";
import type { PathRules } from "./path-rules.ts";

/** What the operator has opened. Shut is the default, and nothing the model can call opens a gate. */
export type Gates = { writes: boolean; destructive: boolean; paths: PathRules };

/** Where the operator has set no rule: every object may be touched that the gates let through. */
export const NO_PATH_RULES: PathRules = {
  refuse: () => undefined,
  denies: () => undefined,
  shows: () => true,
  set: false,
};

export function opens(gates: Gates, effect: Effect): boolean {
  switch (effect) {
    case "reads":
      return true;
    case "changes":
      return gates.writes;
    case "destroys":
      return gates.writes && gates.destructive;
  }
}

/** Says why something with this effect on these objects may not go ahead, or nothing. */
export function refuse(
  gates: Gates,
  what: { effect: Effect; touches: readonly string[] },
): HubError | undefined {
  if (!opens(gates, what.effect))
    return new HubError(
      "not-allowed",
      gates.writes
        ? "This would destroy something, and destructive calls are shut here."
        : "Outpost is read-only here.",
      { advice: "Only the operator can change that, in the settings." },
    );
  return gates.paths.refuse(what.touches);
}
