import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";
import type { System } from "../systems/system.ts";
import { SYSTEM_NAMES, systemNamed } from "../systems/systems.ts";
import { print, type World } from "../world.ts";

export const mcp = defineCommand({
  usage: "mcp <system>",
  says: "Serve a system's tools to any MCP client",
  examples: [
    ["mcp cluster", "on standard input and output"],
    [
      "mcp cluster --http 7411",
      "Streamable HTTP at http://127.0.0.1:7411/mcp, with a bearer token",
    ],
    ["mcp portal --print-config claude-code", "what to tell that client"],
  ],
  positionals: {
    system: { type: "string", choices: SYSTEM_NAMES, demandOption: true, describe: "Which system" },
  },
  flags: {
    http: { type: "string", requiresArg: true, describe: "[HOST:]PORT to listen on" },
    "print-config": {
      type: "string",
      choices: ["claude-desktop", "claude-code", "vscode", "cursor", "gemini-cli"],
      requiresArg: true,
      describe: "Print the snippet for this client",
    },
  },
  async run(args, world) {
    const client = args["print-config"];
    if (client !== undefined && args.http !== undefined)
      throw new HubError("bad-input", "--http and --print-config do not go together.");
    const system = systemNamed(args.system);
    if (client !== undefined) return printSnippet(client, system, world);
    if (args.http !== undefined) return serveOverHttp(args.http, system, world);
    const { serveOnStdio } = await import("./serve-on-stdio.ts");
    return serveOnStdio(world, system.open);
  },
});

async function printSnippet(client: string, { name }: System, world: World): Promise<number> {
  const { CLIENTS, printConfig } = await import("../../mcp-servers/print-config.ts");
  const known = CLIENTS.find((name) => name === client);
  if (!known) throw new HubError("bad-input", `There is no client ${client}.`);
  const { where, text } = printConfig(known, {
    name: `outpost-${name}`,
    ...launch(name, world),
    env: [],
  });
  world.stderr.write(`For ${where}:\n`);
  print(world, text);
  return 0;
}

/** How a client starts this very program, wherever it was started from. */
function launch(system: string, world: World): { command: string; args: string[] } {
  const [, program = ""] = process.argv;
  const envFile = world.envFile === undefined ? [] : ["--env-file", world.envFile];
  // By its address: a client starts it in some folder of its own, where the bare name leads nowhere.
  const run = program.endsWith(".ts")
    ? ["--import", import.meta.resolve("tsx"), program]
    : [program];
  return { command: process.execPath, args: [...run, "mcp", system, ...envFile] };
}

async function serveOverHttp(where: string, system: System, world: World): Promise<number> {
  const { openSettings } = await import("../settings.ts");
  const { readAddress } = await import("../../mcp-servers/http-address.ts");
  const address = readAddress(where);
  const settings = await openSettings(world);
  const { openShared } = await import("../serving.ts");
  const { createMcpServer } = await import("../../mcp-servers/serve.ts");
  const { serveHttp } = await import("../../mcp-servers/http.ts");
  const { untilStopped } = await import("../until-stopped.ts");
  const { keptToken } = await import("../../mcp-servers/http-token.ts");
  const { serving, close } = await system.open(settings, await openShared(settings, world));
  const given = settings.OUTPOST_HTTP_TOKEN?.reveal();
  const kept = given === undefined ? await keptToken(serving.road.state.folder) : undefined;
  const listening = await serveHttp({
    make: (principal) => createMcpServer({ ...serving, principal }),
    address,
    token: given ?? kept?.token ?? "",
    tlsInFront: settings.OUTPOST_TLS_IN_FRONT,
  });
  world.stderr.write(`Serving MCP at ${listening.url} (Ctrl-C stops it).
Clients send: Authorization: Bearer TOKEN
The token: ${kept ? kept.path : "the one of OUTPOST_HTTP_TOKEN"}\n`);
  const code = await untilStopped();
  await listening.close();
  await close();
  return code;
}
