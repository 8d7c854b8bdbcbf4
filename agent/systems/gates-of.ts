import type { Settings } from "../../config/schema.ts";
import { type Gates, NO_PATH_RULES } from "../../tools/kit/gates.ts";

/** What the operator has opened of a system whose settings begin with this word. */
export async function gatesOf(settings: Settings, system: "CLUSTER" | "RECORDER"): Promise<Gates> {
  const allow = settings[`${system}_ALLOW_PATHS`];
  const deny = settings[`${system}_DENY_PATHS`];
  // Most operators set no rule, and then no start has to load the engine that matches them.
  const paths =
    allow.length + deny.length === 0
      ? NO_PATH_RULES
      : (await import("../../tools/kit/path-rules.ts")).pathRules({ allow, deny });
  return {
    writes: settings[`${system}_ALLOW_WRITES`],
    destructive: settings[`${system}_ALLOW_DESTRUCTIVE`],
    paths,
    settings: system,
  };
}
