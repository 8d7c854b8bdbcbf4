import type { Settings } from "../../config/schema.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { cluster } from "./cluster.ts";
import { portal } from "./portal.ts";
import { recorder } from "./recorder.ts";
import type { System } from "./system.ts";

/** Every system that the hub can stand in front of, in the order in which people meet them. */
export const SYSTEMS = [cluster, portal, recorder] as const satisfies readonly System[];

export const SYSTEM_NAMES: readonly string[] = SYSTEMS.map(({ name }) => name);

/** The systems that these settings name. Throws HubError `bad-input` where there is none. */
export function systemsOf(settings: Partial<Settings>): System[] {
  const found = SYSTEMS.filter((system) => system.isSetUp(settings));
  if (found.length > 0) return found;
  const setups = SYSTEM_NAMES.map((name) => `\`outpost setup ${name}\``);
  throw new HubError("bad-input", "No system is set up.", {
    advice: `Run ${setups.join(" or ")}, or try \`outpost demo\` first.`,
  });
}

/** The system of this name. Throws HubError `bad-input`. */
export function systemNamed(name: string): System {
  const found = SYSTEMS.find((system) => system.name === name);
  if (found) return found;
  throw new HubError("bad-input", `There is no system “${name}”.`, {
    alternatives: [...SYSTEM_NAMES],
  });
}
