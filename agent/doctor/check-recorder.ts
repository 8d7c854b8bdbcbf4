import type { Settings } from "../../config/schema.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { humanBytes } from "../../tools/kit/sizes.ts";
import { createDeviceClient } from "../../tools/recorder/client/device-client.ts";
import { createServerClient } from "../../tools/recorder/client/server-client.ts";
import { recorderDevices, recorderServer } from "../systems/open-recorder.ts";
import type { Check } from "./check.ts";

const WAIT_MS = 5_000;

/** Each device of the settings, then the server: whether it answers, and how it is. */
export async function* checkRecorder(settings: Settings): AsyncGenerator<Check> {
  for (const [name, world] of recorderDevices(settings))
    yield checkOne(name, async (signal) => {
      const client = createDeviceClient({ ...world, waitMs: WAIT_MS });
      const {
        state,
        storage_free_bytes: free,
        recordings_count: count,
      } = await client.status(signal);
      return `${client.place} is ${state}, ${count} recordings, ${humanBytes(free)} free`;
    });
  yield checkOne("server", async (signal) => {
    const client = createServerClient({ ...recorderServer(settings), waitMs: WAIT_MS });
    const { recordings_count: count, transcriber } = await client.status(signal);
    const speech = transcriber.model ?? transcriber.reason ?? "no speech engine";
    return `${client.place} has ${count} recordings; speech: ${speech}`;
  });
}

async function checkOne(name: string, look: (signal: AbortSignal) => Promise<string>) {
  try {
    const says = await look(AbortSignal.timeout(2 * WAIT_MS));
    return { name, result: "good", says } satisfies Check;
  } catch (thrown) {
    const { message, advice, problem } = HubError.from(thrown);
    const fix = advice ? { fix: advice } : {};
    return { name, result: "bad", says: message, problem, ...fix } satisfies Check;
  }
}
