import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";
import { openSettings, readWorldSettings } from "../settings.ts";
import { print, type World } from "../world.ts";

export const portal = defineCommand({
  usage: "portal",
  says: "Serve the telescope portal: a read-only API, a dashboard and its docs",
  examples: [
    ["portal", "on port 8000 of this machine, until Ctrl-C"],
    ["portal --port 8123", "on another port; 0 takes a free one"],
  ],
  flags: {
    port: {
      type: "number",
      requiresArg: true,
      describe: "Port, in place of that of PORTAL_LISTEN",
    },
  },
  async run({ port }, world) {
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
      throw new HubError("bad-input", "--port is a whole number from 0 to 65535.");
    const settings = await openSettings(world);
    const { portalSettings, whatIsMissing } = await import("../portal-account.ts");
    const { openPortal } = await import("../../server/portal/open-portal.ts");
    const { untilStopped } = await import("../until-stopped.ts");
    const set = await portalSettings(settings, world);
    const wrapper = openPortal(port === undefined ? set : { ...set, port });
    const { url, close } = await wrapper.serve();
    const stopped = untilStopped();
    await warn(world);
    const name = world.fixed ? "DEMO portal, SIMULATED" : "Telescope portal";
    const lines = [
      `${name} (Ctrl-C stops it)`,
      `  dashboard  ${url}/`,
      `  docs       ${url}/docs`,
      `  API        ${url}/api/health`,
      ...whatIsMissing(wrapper.views),
    ];
    print(world, lines.join("\n"));
    const code = await stopped;
    await close();
    return code;
  },
});

async function warn(world: World): Promise<void> {
  for (const { name, wrong, fix } of (await readWorldSettings(world)).warnings)
    world.stderr.write(`outpost: ${name} ${wrong}. ${fix}\n`);
}
