import { z } from "zod";
import type { Settings } from "../../config/schema.ts";
import { recorderServing } from "../../mcp-servers/recorder.ts";
import { createSlots } from "../../mcp-servers/slots.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { jsonOrNothing } from "../../tools/kit/json.ts";
import { originHere } from "../../tools/kit/loopback.ts";
import { createTickets } from "../../tools/kit/tickets.ts";
import type { LineWorld } from "../../tools/recorder/client/line.ts";
import { CALLS_AT_ONCE, type OpenServing, type Shared } from "../serving.ts";
import { gatesOf } from "./gates-of.ts";

/** The recorder's tools on their road, from the settings. Nothing is sent to it before the first call. */
export async function openRecorder(settings: Settings, shared: Shared): Promise<OpenServing> {
  const { state, now, ...rest } = shared;
  const gates = await gatesOf(settings, "RECORDER");
  const devices = recorderDevices(settings);
  const server = recorderServer(settings);
  const confirmSeconds = settings.RECORDER_CONFIRM_SECONDS;
  const serving = recorderServing({
    ...rest,
    async recorder() {
      const { createRecorder } = await import("../../tools/recorder/index.ts");
      const { RECORDER_FILES: folder } = settings;
      const folders = folder === undefined ? [] : [folder];
      return createRecorder({ devices, server, folders, paths: gates.paths });
    },
    instructions: settings.RECORDER_INSTRUCTIONS,
    road: {
      gates,
      state,
      tickets: createTickets(confirmSeconds, now),
      confirm: settings.RECORDER_CONFIRM,
      confirmSeconds,
      source: "recorder",
    },
    slots: createSlots(CALLS_AT_ONCE),
  });
  return { serving, close: async () => undefined };
}

const Devices = z.record(
  z.string().regex(/^(?!server$)[a-z0-9][a-z0-9_-]{0,63}$/i),
  z.strictObject({
    url: z.string(),
    token: z.string().min(1),
    pin_sha256: z.string().optional(),
  }),
);

/**
 * The devices of the settings by their name, for the tools and for the server's pull; the one of the plain settings is
 * called "recorder". Throws HubError `bad-input` for a file that does not hold devices.
 */
export function recorderDevices(settings: Settings): ReadonlyMap<string, LineWorld> {
  const insecureLan = settings.RECORDER_INSECURE_LAN;
  const text = settings.RECORDER_DEVICES?.reveal();
  if (text === undefined) {
    const one: LineWorld = {
      url: settings.RECORDER_DEVICE_URL ?? originHere(settings.DEVICE_LISTEN),
      token: settings.RECORDER_DEVICE_TOKEN?.reveal(),
      pinSha256: settings.RECORDER_DEVICE_PIN_SHA256,
      insecureLan,
    };
    return new Map([["recorder", one]]);
  }
  const read = Devices.safeParse(jsonOrNothing(text));
  if (!read.success || Object.keys(read.data).length === 0)
    throw new HubError("bad-input", "The file of RECORDER_DEVICES_FILE does not hold devices.", {
      advice:
        'Write {"kitchen": {"url": "https://…:8021", "token": "…", "pin_sha256": "…"}}; names are letters, digits, _ and -.',
    });
  return new Map(
    Object.entries(read.data).map(([name, { url, token, pin_sha256: pinSha256 }]) => [
      name,
      { url, token, pinSha256, insecureLan },
    ]),
  );
}

/** How the tools reach the server; without an address of its own, it is the one of this machine. */
export function recorderServer(settings: Settings): LineWorld {
  return {
    url: settings.RECORDER_SERVER_URL ?? originHere(settings.SERVER_LISTEN),
    token: settings.RECORDER_SERVER_KEY?.reveal(),
    pinSha256: settings.RECORDER_SERVER_PIN_SHA256,
    insecureLan: settings.RECORDER_INSECURE_LAN,
  };
}
