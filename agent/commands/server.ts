import { resolve } from "node:path";
import { listenAddressOf } from "../../config/kinds.ts";
import { defaultServerFolder } from "../../config/places.ts";
import type { Settings } from "../../config/schema.ts";
import type { RecorderServer } from "../../server/recorder/create-recorder-server.ts";
import type { PickupNews } from "../../server/recorder/pickup/pickup.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { cleanText } from "../../tools/kit/untrusted.ts";
import type { KeyScope } from "../../tools/recorder/contract.ts";
import type { RemoteSettings } from "../../tools/recorder/remote/remote.ts";
import { defineCommand } from "../command.ts";
import { openSettings } from "../settings.ts";
import { VERSION } from "../version.ts";
import { print, type World } from "../world.ts";

export const server = defineCommand({
  usage: "server [topic] [action] [name]",
  says: "Run the voice recorder's server, or manage its API keys",
  examples: [
    ["server", "on port 8022 of this machine; the first start shows a key"],
    ["server keys create phone --scope read", "a key that may only read, shown once"],
    ["server keys list", "the keys, without what is secret"],
    ["server keys revoke phone", "it is refused from the next request on"],
    ["server pull kitchen", "fetch what that device of the settings holds, now"],
  ],
  positionals: {
    topic: {
      type: "string",
      choices: ["keys", "pull"],
      describe: "Leave it out to run the server",
    },
    action: { type: "string", describe: "For keys: create, list or revoke; for pull: the device" },
    name: { type: "string", describe: "Name of the key; its id also, to revoke it" },
  },
  flags: {
    port: { type: "number", requiresArg: true, describe: "Port, in place of SERVER_LISTEN's" },
    listen: {
      type: "string",
      requiresArg: true,
      describe: "[HOST:]PORT, in place of SERVER_LISTEN",
    },
    data: { type: "string", requiresArg: true, describe: "Folder of everything it keeps" },
    scope: {
      type: "string",
      choices: ["read", "write"],
      default: "write",
      requiresArg: true,
      describe: "What a new key may do",
    },
  },
  async run(args, world) {
    const settings = await openSettings(world);
    const folder = resolve(
      world.cwd,
      args.data ?? settings.SERVER_DATA_DIR ?? defaultServerFolder(),
    );
    if (args.topic === "keys") return keys(args, folder, world);
    if (args.topic === "pull") {
      const { pullNow } = await import("../pull-now.ts");
      return pullNow(args.action, settings, world);
    }
    const { pickupSource, serverSettings, openTranscriber } = await import(
      "../../server/recorder/from-settings.ts"
    );
    const { openRecorderServer } = await import("../../server/recorder/create-recorder-server.ts");
    const { untilStopped } = await import("../until-stopped.ts");
    const address = addressOf(args, settings);
    const opened = await openRecorderServer(
      serverSettings(settings, { ...address, folder, version: VERSION }),
      {
        transcriber: await openTranscriber(settings, folder),
        ...(await summariserOf(settings)),
        devices: (await import("../systems/open-recorder.ts")).recorderDevices(settings),
        ...pickupOf(pickupSource(settings), settings, world),
        tell: (sentence) => void world.stderr.write(`${sentence}\n`),
        report: (thrown) => settings.OUTPOST_LOG === "debug" && world.stderr.write(logLine(thrown)),
      },
    );
    let findable: { close: () => Promise<void> } | undefined;
    try {
      const stopped = untilStopped();
      const { url } = await opened.listen();
      const { announceServer } = await import("../announce-server.ts");
      findable = announceServer(url);
      print(world, await greeting(opened, url, folder));
      const code = await stopped;
      world.stderr.write("stopping; what is under way is brought to an end\n");
      return code;
    } finally {
      await findable?.close();
      await opened.close();
    }
  },
});

function addressOf(
  args: { port?: number | undefined; listen?: string | undefined },
  settings: Settings,
) {
  const { port, listen } = args;
  if (port !== undefined && listen !== undefined)
    throw new HubError("bad-input", "Take one of --port and --listen.");
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new HubError("bad-input", "--port is a whole number from 0 to 65535.");
  if (port !== undefined) return { ...settings.SERVER_LISTEN, port };
  if (listen === undefined) return settings.SERVER_LISTEN;
  const address = listenAddressOf(listen);
  if (address) return address;
  throw new HubError("bad-input", "--listen is PORT, HOST:PORT or [IPV6]:PORT.");
}

/** Uploads that arrive are told of as they come. */
function pickupOf(source: RemoteSettings | undefined, settings: Settings, world: World) {
  if (!source) return {};
  const everySeconds = settings.SERVER_PICKUP_SECONDS;
  const tell = (news: PickupNews) => void world.stderr.write(`${pickupLine(news)}\n`);
  return { pickup: { settings: source, everySeconds, tell } };
}

function pickupLine(news: PickupNews): string {
  if (news.type === "picked-up") return `picked up ${news.id}`;
  const { message } = news.trouble;
  if (news.type === "pair-refused") return cleanText(`not picked up: ${news.key}: ${message}`);
  return cleanText(`${message} Looking again in ${news.againInSeconds} s.`);
}

/** The language model, only where somebody has said that transcripts may go to it. */
async function summariserOf(settings: Settings) {
  if (settings.SERVER_SUMMARY !== "model") return {};
  const { modelChoice, openModel } = await import("../model.ts");
  if (modelChoice(settings).kind === "offline")
    throw new HubError("bad-input", "SERVER_SUMMARY=model needs a language model.", {
      advice: "Set ANTHROPIC_API_KEY, or another way to a model; see `outpost doctor`.",
    });
  const { modelSummariser } = await import("../../server/recorder/summarise/model-summary.ts");
  return { summariser: modelSummariser(await openModel(settings)) };
}

async function greeting({ parts }: RecorderServer, url: string, folder: string): Promise<string> {
  const ready = await parts.transcriber.check();
  const isFirst = parts.keys.list().length === 0;
  const made = isFirst ? await parts.keys.create("first", "write") : undefined;
  const speech =
    ready.state === "ready"
      ? parts.transcriber.id
      : `none: ${ready.reason} Jobs wait until then: ${ready.install}`;
  const summaries = parts.summariser.leavesTheMachine
    ? `${parts.summariser.model}; transcripts are sent to it`
    : parts.summariser.model;
  return [
    "Recorder server (Ctrl-C stops it)",
    `  API        ${url}/api/v1`,
    `  docs       ${url}/docs`,
    `  folder     ${folder}, ${parts.storage.metadata.count()} recordings`,
    `  speech     ${speech}`,
    `  summaries  ${summaries}`,
    made
      ? `  API key    ${made.secret}  (shown this once; may write)`
      : "  API key    as it was shown; `outpost server keys create NAME` makes another",
  ].join("\n");
}

type KeyArgs = { action?: string | undefined; name?: string | undefined; scope: string };

async function keys({ action, name, scope }: KeyArgs, folder: string, world: World) {
  const { openKeyRing } = await import("../../server/recorder/keys/key-ring.ts");
  const { mkdir } = await import("node:fs/promises");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ring = await openKeyRing(folder);
  if (action === "list" || action === undefined) {
    const lines = ring.list().map((key) => {
      const state = key.revoked_at === null ? `used ${key.last_used_at ?? "never"}` : "revoked";
      return `${key.id}  ${key.scope.padEnd(5)}  ${key.name}  (${state})`;
    });
    print(
      world,
      lines.join("\n") || "There are no keys. `outpost server keys create NAME` makes one.",
    );
    return 0;
  }
  if (action !== "create" && action !== "revoke")
    throw new HubError("bad-input", `There is no “server keys ${action}”.`, {
      alternatives: ["create", "list", "revoke"],
    });
  if (name === undefined) throw new HubError("bad-input", `Name the key to ${action}.`);
  if (action === "revoke") {
    const revoked = await ring.revoke(name);
    print(world, `Revoked ${revoked.name} (${revoked.id}).`);
    return 0;
  }
  const { secret, key } = await ring.create(name, scope as KeyScope); // yargs has checked it against the choices
  world.stderr.write(`Key ${key.name} (${key.id}, may ${key.scope}), shown this once:\n`);
  print(world, secret);
  return 0;
}

function logLine(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return `${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`;
}
