import type { OpenServing } from "../serving.ts";
import { openSettings } from "../settings.ts";
import type { World } from "../world.ts";

/** Serves the cluster's tools on standard input and output until the client is gone. Resolves with the exit code. */
export async function serveOnStdio(world: World): Promise<number> {
  const { runOnStdio } = await import("../../mcp-servers/stdio.ts");
  let opened: OpenServing | undefined;
  const code = await runOnStdio(async () => {
    const [settings, { openServing }, { createMcpServer }] = await Promise.all([
      openSettings(world),
      import("../serving.ts"),
      import("../../mcp-servers/serve.ts"),
    ]);
    opened = await openServing(settings, world);
    const { serving } = opened;
    const settled = async () => serving.slots?.idle();
    return { make: () => createMcpServer(serving), settled };
  });
  await opened?.close();
  return code;
}
