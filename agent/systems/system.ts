import type { Settings } from "../../config/schema.ts";
import type { Check } from "../doctor/check.ts";
import type { HubStatus, SystemHealth } from "../hub.ts";
import type { System as OperatorSystem } from "../operator/card.ts";
import type { OpenServing, Shared } from "../serving.ts";
import type { Terminal } from "../terminal.ts";
import type { ToolAnswer } from "../tool-set.ts";
import type { World } from "../world.ts";

/** A system behind the hub: all that the commands and the hub know of it. One entry in `systems.ts`. */
export type System = {
  /** Its word in commands and settings: `outpost mcp cluster`. */
  name: string;
  /** Whether these settings name one. What is not set up is not there. */
  isSetUp(settings: Partial<Settings>): boolean;
  /** What is open towards it. */
  mode(settings: Settings): HubStatus["mode"];
  /** Makes its tools and their road. Sends nothing to it; throws HubError where it is not set up. */
  open: (settings: Settings, shared: Shared) => Promise<OpenServing>;
  /** How the status line learns how it is. */
  health: HealthProbe;
  /** The steps of `outpost doctor` to it. Signs in at most once. `deep` where it alone was asked for. */
  check: (settings: Settings, world: World, deep: boolean) => AsyncIterable<Check>;
  /** `outpost setup`: asks its person, tries it out, stores it. Resolves with the exit code. */
  setUp: (terminal: Terminal, world: World) => Promise<number>;
  /** What the offline operator knows of it. */
  operator?: (settings: Partial<Settings>) => Promise<OperatorSystem>;
};

export type HealthProbe = {
  /** Name of its MCP server, as links have it. */
  server: string;
  /** For the person: "cluster". */
  name: string;
  /** A tool that reads, without arguments. */
  tool: string;
  /** What its answer says, where the call went well. */
  read(data: ToolAnswer["data"]): Omit<SystemHealth, "name">;
};
