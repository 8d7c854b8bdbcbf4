import type { Settings } from "../../config/schema.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { humanBytes } from "../../tools/kit/sizes.ts";
import { createDeviceClient } from "../../tools/recorder/client/device-client.ts";
import { createServerClient } from "../../tools/recorder/client/server-client.ts";
import { whyUploadsWait } from "../../tools/recorder/contract.ts";
import { recorderDevices, recorderServer } from "../systems/open-recorder.ts";
import type { Check } from "./check.ts";

const WAIT_MS = 5_000;
/** Of settings of an upload. */
const HOW =
  'Set what is missing with `outpost call recorder_configure`, such as \'{"upload_endpoint":"https://HOST"}\', or at the device\'s /docs.';

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
      const says = `${client.place} is ${state}, ${counted(count)}, ${humanBytes(free)} free`;
      const why = whyUploadsWait(await client.config(signal));
      return why === undefined ? { says } : { result: "note", says, lines: [why], fix: HOW };
    });
  yield checkOne("server", async (signal) => {
    const client = createServerClient({ ...recorderServer(settings), waitMs: WAIT_MS });
    const { recordings_count: count, transcriber } = await client.status(signal);
    const speech = transcriber.model ?? transcriber.reason ?? "no speech engine";
    return { says: `${client.place} has ${counted(count)}; speech: ${speech}` };
  });
}

const counted = (count: number) => (count === 1 ? "1 recording" : `${count} recordings`);

type Look = (signal: AbortSignal) => Promise<Omit<Check, "name" | "result"> & Partial<Check>>;

async function checkOne(name: string, look: Look): Promise<Check> {
  try {
    return { name, result: "good", ...(await look(AbortSignal.timeout(2 * WAIT_MS))) };
  } catch (thrown) {
    const { message, advice, problem } = HubError.from(thrown);
    const fix = advice ? { fix: advice } : {};
    return { name, result: "bad", says: message, problem, ...fix };
  }
}
