import { linkHere } from "./assemble.ts";
import type { AskPerson } from "./events.ts";
import { joinLinks } from "./mcp/tool-set.ts";
import { type OpenServing, openShared } from "./serving.ts";
import { openSettings } from "./settings.ts";
import { systemsOf } from "./systems/systems.ts";
import type { ToolSet } from "./tool-set.ts";
import type { World } from "./world.ts";

export type OpenTools = ToolSet & {
  /** Tools behind a gate that is shut: a call to one is refused, and the refusal names the gate. */
  shut: readonly string[];
  close: () => Promise<void>;
};

/** The tools of every system that is set up, linked as the hub links them; for commands that call without a model. */
export async function openTools(world: World, ask: AskPerson): Promise<OpenTools> {
  const settings = await openSettings(world);
  const systems = systemsOf(settings);
  let opened: OpenServing[] = [];
  const links = await linkHere(async () => {
    const shared = await openShared(settings, world);
    opened = await Promise.all(systems.map((system) => system.open(settings, shared)));
    return opened.map(({ serving }) => serving);
  }, ask);
  const open = joinLinks(links);
  const listed = new Set(open.list.map(({ card }) => card.name));
  const shut = new Map(
    links.flatMap((link, at) =>
      (opened[at]?.serving.tools ?? [])
        .filter(({ name }) => !listed.has(name))
        .map(({ name }) => [name, link] as const),
    ),
  );
  return {
    ...open,
    shut: [...shut.keys()],
    call: (name, input, on) => (shut.get(name) ?? open).call(name, input, on),
    async close() {
      await Promise.all(links.map((link) => link.close()));
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}
