import type { Effect } from "./effect.ts";
import { HubError } from "./errors.ts";
import type { PathRules } from "./path-rules.ts";

/** What the operator has opened. Shut is the default, and nothing the model can call opens a gate. */
export type Gates = {
  writes: boolean;
  destructive: boolean;
  paths: PathRules;
  /** What the settings that open them begin with: `CLUSTER` for CLUSTER_ALLOW_WRITES. */
  settings?: string;
};

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
      { advice: whoOpens(gates, what.effect) },
    );
  return gates.paths.refuse(what.touches);
}

function whoOpens({ settings, writes }: Gates, effect: Effect): string {
  if (settings === undefined) return "Only the operator can change that, in the settings.";
  const shut = [
    ...(writes ? [] : [`${settings}_ALLOW_WRITES=true`]),
    ...(effect === "destroys" ? [`${settings}_ALLOW_DESTRUCTIVE=true`] : []),
  ];
  return `Whoever operates this machine can open that, in the settings: ${shut.join(" and ")}.`;
}
