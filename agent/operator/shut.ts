import type { Call, Card, Ending, System, World } from "./card.ts";

type Tools = World["tools"];
type Refusal = Extract<Ending, { end: "refuse" }>;

/** Why nothing can come of this card here: no tool that does as much is there. Reads are not judged by their card. */
export function shutFor(
  card: Card,
  { tools }: Pick<World, "tools">,
  systems: readonly System[],
): Refusal | undefined {
  const { effect } = card;
  if (effect === "reads") return undefined;
  const system = systems.find(({ cards }) => cards.includes(card));
  if (!system || namesOf(system, (its) => its === effect).some((name) => tools.has(name)))
    return undefined;
  return connected(system, tools) ? shut(system, effect) : absentSystem(system);
}

/** Why these calls cannot be made here: the tool is not there, and whose business that is. */
export function missing(
  calls: readonly Call[],
  { tools }: Pick<World, "tools">,
  systems: readonly System[],
): Ending | undefined {
  const absent = calls.find((call) => !tools.has(call.tool));
  if (!absent) return undefined;
  const system = systems.find((one) => absent.tool in one.tools);
  if (!system || !connected(system, tools)) return absentSystem(system);
  const effect = system.tools[absent.tool];
  return effect === undefined || effect === "reads"
    ? { end: "say", text: `That takes the tool ${absent.tool}, which is not available here.` }
    : shut(system, effect);
}

const connected = (system: System, tools: Tools): boolean =>
  namesOf(system, () => true).some((name) => tools.has(name));

const namesOf = (system: System, wanted: (effect: Card["effect"]) => boolean): string[] =>
  Object.entries(system.tools).flatMap(([name, effect]) => (wanted(effect) ? [name] : []));

function absentSystem(system: System | undefined): Refusal {
  const text = `No ${system?.name ?? "system"} is connected here. ${system?.absent ?? ""}`.trim();
  return { end: "refuse", stop: "not_connected", text };
}

function shut({ name }: System, effect: "changes" | "destroys"): Refusal {
  const writes = `${name.toUpperCase()}_ALLOW_WRITES=true`;
  const text =
    effect === "changes"
      ? `The hub is read-only here, so nothing was done. Whoever operates this machine can open the gate with ${writes}.`
      : `Destroying is not allowed here, so nothing was done. Whoever operates this machine can open the gates with ${writes} and ${name.toUpperCase()}_ALLOW_DESTRUCTIVE=true.`;
  return { end: "refuse", stop: "not_allowed", text };
}
