import { createMcpServer } from "../../mcp-servers/serve.ts";
import { runOnStdio } from "../../mcp-servers/stdio.ts";
import { type OpenServing, openShared } from "../serving.ts";
import { openSettings } from "../settings.ts";
import type { System } from "../systems/system.ts";
import type { World } from "../world.ts";

/** Serves a system's tools on standard input and output until the client is gone. Resolves with the exit code. */
export async function serveOnStdio(world: World, open: System["open"]): Promise<number> {
  let opened: OpenServing | undefined;
  const code = await runOnStdio(async () => {
    const settings = await openSettings(world);
    opened = await open(settings, await openShared(settings, world));
    const { serving } = opened;
    const settled = async () => serving.slots?.idle();
    return { make: () => createMcpServer(serving), settled };
  });
  await opened?.close();
  return code;
}
