import { userInfo } from "node:os";
import type { Settings } from "../config/schema.ts";
import type { Serving } from "../mcp-servers/serve.ts";
import { openState, type State } from "../tools/kit/state.ts";
import { tellBug } from "./report.ts";
import { stateFolder } from "./settings.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/** Over every connection to a system's tools; the rest wait their turn. */
export const CALLS_AT_ONCE = 32;

/** The tools of a system on their road, as an MCP server serves them. */
export type OpenServing = { serving: Serving; close: () => Promise<void> };

/** What the servers of one process have in common: one audit log and one budget, and who answers for the calls. */
export type Shared = Pick<Serving, "version" | "principal"> & {
  onBug: NonNullable<Serving["onBug"]>;
  state: State;
  now: () => Date;
};

/** What all servers of one process share, made from the settings. */
export async function openShared(settings: Settings, world: World): Promise<Shared> {
  const { now, stderr } = world;
  const writesPerHour = settings.OUTPOST_WRITES_PER_HOUR;
  return {
    version: VERSION,
    principal: `local:${userInfo().username}`,
    onBug: (error) => settings.OUTPOST_LOG === "debug" && tellBug(error, stderr),
    state: await openState(stateFolder(settings), { writesPerHour, now }),
    now,
  };
}
