import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "../config/schema.ts";
import { HubError } from "../tools/kit/errors.ts";
import { cleanText } from "../tools/kit/untrusted.ts";
import type { Pull } from "../tools/recorder/contract.ts";
import { recorderDevices, recorderServer } from "./systems/open-recorder.ts";
import { print, type World } from "./world.ts";

const LOOK_MS = 500;

/**
 * Has the running server fetch what a device holds, and tells how far it is. The device is one of the settings, by its
 * name or by its address there. Resolves with the exit code. Throws HubError `bad-input` for a device that is not there.
 */
export async function pullNow(
  wanted: string | undefined,
  settings: Settings,
  world: World,
): Promise<number> {
  const device = nameOf(wanted, settings);
  const { createServerClient } = await import("../tools/recorder/client/server-client.ts");
  const server = createServerClient(recorderServer(settings));
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once("SIGINT", interrupt);
  try {
    let pull = await server.startPull(device, stop.signal);
    for (let said = ""; pull.state === "running"; pull = await server.pull(device, stop.signal)) {
      if (said !== counts(pull)) world.stderr.write(`  ${counts(pull)}\n`);
      said = counts(pull);
      await pause(LOOK_MS, undefined, { signal: stop.signal });
    }
    for (const { recording_id, error } of pull.failures)
      world.stderr.write(`  not fetched: ${recording_id}: ${cleanText(error)}\n`);
    if (pull.state === "failed") throw new HubError("unavailable", pull.reason ?? "It failed.");
    print(world, `${device}: ${counts(pull)}`);
    return pull.failures.length === 0 ? 0 : 1;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

const counts = ({ seen, fetched, known }: Pull): string =>
  `${fetched} fetched, ${known} known already, ${seen} seen`;

function nameOf(wanted: string | undefined, settings: Settings): string {
  const devices = recorderDevices(settings);
  const [first] = devices.keys();
  if (wanted === undefined && devices.size === 1 && first !== undefined) return first;
  if (wanted !== undefined && devices.has(wanted)) return wanted;
  const address = wanted !== undefined && URL.canParse(wanted) ? new URL(wanted).origin : undefined;
  for (const [name, { url }] of devices)
    if (address !== undefined && new URL(url).origin === address) return name;
  throw new HubError(
    "bad-input",
    wanted === undefined
      ? "Name the device."
      : `${cleanText(wanted)} is no device of the settings.`,
    { advice: "`outpost setup recorder` adds one.", alternatives: [...devices.keys()] },
  );
}
