import { HubError } from "../tools/kit/errors.ts";
import { assembleHub, widestMode } from "./assemble.ts";
import type { Hub } from "./hub.ts";
import { openModel } from "./model.ts";
import { tellBug } from "./report.ts";
import type { OpenServing } from "./serving.ts";
import { openSettings } from "./settings.ts";
import { systemsOf } from "./systems/systems.ts";
import type { World } from "./world.ts";

/** The hub of these settings. Throws HubError `bad-input` where they are not usable, or no system is set up. */
export async function openHub(world: World, options: { watchHealth?: boolean }): Promise<Hub> {
  const settings = await openSettings(world);
  const systems = systemsOf(settings);
  let opened: OpenServing[] = [];
  const [llm, places] = await Promise.all([openModel(settings), world.places?.() ?? []]);
  const hub = assembleHub({
    llm,
    places,
    mode: widestMode(systems.map((system) => system.mode(settings))),
    simulated: world.fixed !== undefined,
    probes: options.watchHealth === false ? [] : systems.map(({ health }) => health),
    // The operator's words about a system come with its server's instructions.
    async servings() {
      try {
        const { openShared } = await import("./serving.ts");
        const shared = await openShared(settings, world);
        opened = await Promise.all(systems.map((system) => system.open(settings, shared)));
        return opened.map(({ serving }) => serving);
      } catch (thrown) {
        // The hub says that it failed; where from is for the log.
        if (settings.OUTPOST_LOG === "debug") tellBug(HubError.from(thrown), world.stderr);
        throw thrown;
      }
    },
  });
  return {
    ...hub,
    async close() {
      await hub.close();
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}
