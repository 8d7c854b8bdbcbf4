import type { AskPerson } from "./events.ts";
import type { Link } from "./mcp/link.ts";
import { openSettings } from "./settings.ts";
import type { World } from "./world.ts";

/** A link to our own server in this process, as the hub has one; for commands that call tools without a model. */
export async function openLink(world: World, ask: AskPerson): Promise<Link> {
  const settings = await openSettings(world);
  const [{ openServing }, { createMcpServer }, { transportTo }, { connectLink }] =
    await Promise.all([
      import("./serving.ts"),
      import("../mcp-servers/serve.ts"),
      import("./mcp/in-process.ts"),
      import("./mcp/link.ts"),
    ]);
  const { serving, close } = await openServing(settings, world);
  const { name, version } = serving;
  const transport = await transportTo(createMcpServer(serving));
  const link = await connectLink({ name, transport, ask, version, trusted: true });
  return {
    ...link,
    async close() {
      await link.close();
      await close();
    },
  };
}
