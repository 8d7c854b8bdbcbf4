import type { JsonObject } from "../../../tools/kit/json.ts";
import type { Call, Ending, Result, World } from "../card.ts";
import { call, isEnding, type Part } from "../resolve.ts";
import { IT, type Slots } from "../slots.ts";

/** For how many turns "it" is the recording that was named last. */
const FRESH = 5;
export const WHICH =
  "I am not sure which recording is meant, so I did nothing. Say for example: delete the last one.";

/** The recording that "it" is. */
function named({ focus }: World): string | undefined {
  return focus.kind === "recording" && focus.age <= FRESH ? focus.recording : undefined;
}

/** The recording of a sentence, as the tools take it; what nothing names is the last one. */
export function recordingOf(slots: Slots, world: World): string {
  const { recording } = slots;
  if (typeof recording === "string") return recording;
  return named(world) ?? "last";
}

/** The same where something would be lost: undefined where "it" is nothing. */
export function certainly(slots: Slots, world: World): string | undefined {
  return slots.recording === IT ? named(world) : recordingOf(slots, world);
}

/**
 * Brings a recording to the server, which alone transcribes. One that is known by its id is looked up first; for the
 * last one the device is asked for all that is new.
 */
function* brought(recording: string): Part<readonly Result[]> {
  let device: JsonObject = {};
  if (recording !== "last") {
    const results = yield [call("recording_get", { recording })];
    const [found] = results;
    if (!found?.ok) return { end: "show", results };
    const on = found.data?.on;
    if (on === "server") return [];
    if (typeof on === "string") device = { device: on };
  }
  const results = yield [call("recorder_pull", device)];
  return results[0]?.ok ? results : { end: "show", results };
}

/** Brings it to the server, then reads what the server makes of it, waiting for that. */
export function* broughtAndRead(
  tool: string,
  recording: string,
): Generator<readonly Call[], Ending, readonly Result[]> {
  const before = yield* brought(recording);
  if (isEnding(before)) return before;
  const results = yield [call(tool, { recording, wait: true })];
  return { end: "show", results: [...before, ...results] };
}
