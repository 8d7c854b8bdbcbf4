import { z } from "zod";
import type { Sent } from "../kit/plan.ts";
import type { DeviceClient } from "./client/device-client.ts";
import { recording } from "./contract.ts";
import { Told, told } from "./outputs.ts";
import type { Recorder } from "./recorder.ts";

/** What starting and stopping answer. */
export const Recorded = z.object({ device: z.string(), ...Told.shape });

/** The recording that the device answered to the one request that was sent. */
export function recordedBy(device: string, sent: readonly Sent[]): z.infer<typeof Recorded> {
  return { device, ...told(recording.parse(sent[0]?.answer)) };
}

/** The device of a path such as `/devices/desk/record/start`. */
export function deviceOf(recorder: Recorder, path: string): DeviceClient {
  return recorder.device(path.split("/")[2]).client;
}
