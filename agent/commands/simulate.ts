import { HubError } from "../../tools/kit/errors.ts";
import { cannotListen } from "../../tools/kit/listen.ts";
import { defineCommand } from "../command.ts";
import { print, type World } from "../world.ts";

const CLUSTER_FLAGS = {
  mode: {
    type: "string",
    choices: ["v3", "v2", "mixed"],
    requiresArg: true,
    describe: "cluster: which versions of the API it has (v3)",
  },
  filesets: {
    type: "number",
    requiresArg: true,
    describe: "cluster: how many filesets fs1 has (26)",
  },
  fail: {
    type: "number",
    requiresArg: true,
    describe: "cluster: share of jobs that fail, 0 to 1 (0)",
  },
  "job-seconds": {
    type: "number",
    requiresArg: true,
    describe: "cluster: how long a job takes (2)",
  },
} as const;

const PORTAL_FLAGS = {
  form: {
    type: "string",
    choices: [
      "plain",
      "ctl00",
      "two-forms",
      "split-viewstate",
      "link-button",
      "image-button",
      "no-form",
    ],
    requiresArg: true,
    describe: "portal: how its login page is built (plain)",
  },
  expiry: {
    type: "string",
    choices: ["302", "cookieless", "200", "401", "403", "d-null"],
    requiresArg: true,
    describe: "portal: how it says that a session is over (302)",
  },
  wrap: {
    type: "string",
    choices: ["object", "array", "json-string", "double-string", "xml", "bare"],
    requiresArg: true,
    describe: "portal: how its data service wraps an answer (object)",
  },
  dates: {
    type: "string",
    choices: ["ms", "offset", "iso", "min-value"],
    requiresArg: true,
    describe: "portal: how it writes a date (ms)",
  },
  latency: {
    type: "number",
    requiresArg: true,
    describe: "portal: milliseconds before each answer (0)",
  },
} as const;

export const simulate = defineCommand({
  usage: "simulate <system>",
  says: "Serve a simulated system, to try things out",
  examples: [
    ["simulate cluster", "over HTTPS on port 46443 of this machine"],
    ["simulate cluster --mode v2 --fail 0.2", "an older cluster, where one job in five fails"],
    ["simulate portal --expiry 401 --wrap xml", "a member portal on port 8100, with its quirks"],
  ],
  positionals: {
    system: {
      type: "string",
      choices: ["cluster", "portal"],
      demandOption: true,
      describe: "Which system",
    },
  },
  flags: {
    port: {
      type: "number",
      requiresArg: true,
      describe: "Port; 0 takes a free one (cluster 46443, portal 8100)",
    },
    ...CLUSTER_FLAGS,
    ...PORTAL_FLAGS,
  },
  async run(args, world) {
    const others = args.system === "cluster" ? PORTAL_FLAGS : CLUSTER_FLAGS;
    const given: Record<string, unknown> = args;
    const wrong = Object.keys(others).find((flag) => given[flag] !== undefined);
    if (wrong !== undefined)
      throw new HubError("bad-input", `--${wrong} is no flag of the simulated ${args.system}.`, {
        advice: "outpost simulate --help says which is whose.",
      });
    const { port = args.system === "cluster" ? 46443 : 8100 } = args;
    inRange("port", port, 0, 65535, true);
    return args.system === "cluster"
      ? simulateCluster({ ...args, port }, world)
      : simulatePortal({ ...args, port }, world);
  },
});

type Given<Flags extends Record<string, { type: string }>> = {
  [Name in keyof Flags]?: (Flags[Name]["type"] extends "number" ? number : string) | undefined;
} & { port: number };

async function simulateCluster(args: Given<typeof CLUSTER_FLAGS>, world: World): Promise<number> {
  const { port, filesets = 26, fail = 0, "job-seconds": jobSeconds = 2 } = args;
  inRange("filesets", filesets, 1, 1_000_000, true);
  inRange("fail", fail, 0, 1, false);
  inRange("job-seconds", jobSeconds, 0, 86_400, false);
  const mode = (args.mode ?? "v3") as "v3" | "v2" | "mixed"; // yargs has checked it against the choices
  const { serveSimulator } = await import("../../tools/cluster/simulator/serve.ts");
  const { DEMO_PASSWORD, DEMO_USERNAME } = await import("../../tools/cluster/simulator/options.ts");
  const served = await serveSimulator({ port, mode, filesets, failRate: fail, jobSeconds }).catch(
    (cause: unknown) => {
      throw cannotListen(cause, { host: "127.0.0.1", port }, "--port");
    },
  );
  print(
    world,
    `SIMULATED cluster at ${served.url} (Ctrl-C stops it). To use it from another terminal:

export CLUSTER_URL=${served.url}
export CLUSTER_USERNAME=${DEMO_USERNAME}
export CLUSTER_PASSWORD=${DEMO_PASSWORD}
export CLUSTER_PIN_SHA256=${served.fingerprint}`,
  );
  return untilStopped(served.close);
}

async function simulatePortal(args: Given<typeof PORTAL_FLAGS>, world: World): Promise<number> {
  const { port, latency = 0, form, expiry, wrap, dates } = args;
  inRange("latency", latency, 0, 60_000, true);
  const { serveFakePortal } = await import("../../server/portal/simulator/serve.ts");
  const switches = {
    latencyMs: latency,
    ...(form === undefined ? {} : { form }),
    ...(expiry === undefined ? {} : { expiry }),
    ...(wrap === undefined ? {} : { wrap }),
    ...(dates === undefined ? {} : { dates }),
  } as NonNullable<Parameters<typeof serveFakePortal>[0]>["switches"]; // yargs has checked them against the choices
  const served = await serveFakePortal({ port, ...(switches ? { switches } : {}) }).catch(
    (cause: unknown) => {
      throw cannotListen(cause, { host: "127.0.0.1", port }, "--port");
    },
  );
  const { username, password } = served.state.switches;
  print(
    world,
    `SIMULATED portal at ${served.url} (Ctrl-C stops it). To use it from another terminal:

export PORTAL_URL=${served.url}
export PORTAL_USERNAME=${username}
export PORTAL_PASSWORD='${password}'
export PORTAL_SCOPE_URL_TEMPLATE=${served.url}/control/{tid_lower}/
outpost portal`,
  );
  return untilStopped(served.close);
}

function inRange(name: string, value: number, least: number, most: number, whole: boolean): void {
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return;
  throw new HubError(
    "bad-input",
    `--${name} is a ${whole ? "whole " : ""}number from ${least} to ${most}.`,
  );
}

async function untilStopped(close: () => Promise<void>): Promise<number> {
  const stop = await import("../until-stopped.ts");
  const code = await stop.untilStopped();
  await close();
  return code;
}
