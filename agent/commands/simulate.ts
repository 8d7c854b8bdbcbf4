import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";
import { print } from "../world.ts";

export const simulate = defineCommand({
  usage: "simulate <system>",
  says: "Serve a simulated system over HTTPS, to try things out",
  examples: [
    ["simulate cluster", "on port 46443 of this machine"],
    ["simulate cluster --mode v2 --fail 0.2", "an older cluster, where one job in five fails"],
  ],
  positionals: {
    system: { type: "string", choices: ["cluster"], demandOption: true, describe: "Which system" },
  },
  flags: {
    port: {
      type: "number",
      default: 46443,
      requiresArg: true,
      describe: "Port; 0 takes a free one",
    },
    mode: {
      type: "string",
      choices: ["v3", "v2", "mixed"],
      default: "v3",
      requiresArg: true,
      describe: "Which versions of the API it has",
    },
    filesets: {
      type: "number",
      default: 26,
      requiresArg: true,
      describe: "How many filesets fs1 has",
    },
    fail: {
      type: "number",
      default: 0,
      requiresArg: true,
      describe: "Share of jobs that fail, 0 to 1",
    },
    "job-seconds": {
      type: "number",
      default: 2,
      requiresArg: true,
      describe: "How long a job takes",
    },
  },
  async run(args, world) {
    const { port, filesets, fail } = args;
    const jobSeconds = args["job-seconds"];
    inRange("port", port, 0, 65535, true);
    inRange("filesets", filesets, 1, 1_000_000, true);
    inRange("fail", fail, 0, 1, false);
    inRange("job-seconds", jobSeconds, 0, 86_400, false);
    const mode = args.mode as "v3" | "v2" | "mixed"; // yargs has checked it against the choices
    const { serveSimulator } = await import("../../tools/cluster/simulator/serve.ts");
    const { DEMO_PASSWORD, DEMO_USERNAME } = await import(
      "../../tools/cluster/simulator/options.ts"
    );
    const served = await serveSimulator({ port, mode, filesets, failRate: fail, jobSeconds }).catch(
      (cause: unknown) => {
        throw new HubError("unavailable", `Port ${port} cannot be had.`, {
          advice: "Take another with --port, or stop what listens there.",
          cause,
        });
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
    const code = await stopped();
    await served.close();
    return code;
  },
});

function inRange(name: string, value: number, least: number, most: number, whole: boolean): void {
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return;
  throw new HubError(
    "bad-input",
    `--${name} is a ${whole ? "whole " : ""}number from ${least} to ${most}.`,
  );
}

/** Waits for Ctrl-C or a request to end. */
function stopped(): Promise<number> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve(130));
    process.once("SIGTERM", () => resolve(0));
  });
}
