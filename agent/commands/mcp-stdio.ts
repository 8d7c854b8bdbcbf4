import { createMcpServer } from "../../mcp-servers/serve.ts";
import { runOnStdio } from "../../mcp-servers/stdio.ts";
import { type OpenServing, openServing } from "../serving.ts";
import { openSettings } from "../settings.ts";
import type { World } from "../world.ts";

/**
 * Serves the cluster's tools on standard input and output until the client is gone. Resolves with the exit code. All
 * that a start needs is imported here at once: the build makes one file of it.
 */
export async function serveOnStdio(world: World): Promise<number> {
  let opened: OpenServing | undefined;
  const code = await runOnStdio(async () => {
    opened = await openServing(await openSettings(world), world);
    const { serving } = opened;
    const settled = async () => serving.slots?.idle();
    return { make: () => createMcpServer(serving), settled };
  });
  await opened?.close();
  return code;
}
