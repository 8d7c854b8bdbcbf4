import type { JsonObject } from "../../../tools/kit/json.ts";
import type { Call, Ending, Result, World } from "../card.ts";
import { call, isEnding, type Part, say } from "../resolve.ts";
import { IT, type Slots } from "../slots.ts";

/** For how many turns "it" is the recording that was named last, and "the second one" one of the last list. */
const FRESH = 5;
const WHICH =
  "I am not sure which recording is meant, so I did nothing. Say for example: delete the last one.";
const NOT_LISTED =
  "No list that has one at that place was shown just now, so I did nothing. Say for example: list the recordings.";

type Run = Generator<readonly Call[], Ending, readonly Result[]>;

/** The recording that "it" is. */
function named({ focus }: World): string | undefined {
  return focus.kind === "recording" && focus.age <= FRESH ? focus.recording : undefined;
}

/** The recording of a sentence, as the tools take it; what nothing names is the last one. An Ending where there is none. */
function recordingOf({ recording, nth }: Slots, world: World): string | Ending {
  if (typeof nth === "number") {
    const { recordings, age } = world.listed;
    return (age <= FRESH && recordings[nth - 1]) || say(NOT_LISTED);
  }
  if (typeof recording === "string") return recording;
  return named(world) ?? "last";
}

/** Goes on with the recording of a sentence, and ends where it names none. */
export function* withRecording(slots: Slots, world: World, go: (recording: string) => Run): Run {
  const recording = recordingOf(slots, world);
  return isEnding(recording) ? recording : yield* go(recording);
}

/** The same where something would be lost: an Ending where "it" is nothing. */
export function* withCertainly(slots: Slots, world: World, go: (recording: string) => Run): Run {
  if (slots.recording === IT && slots.nth === undefined && named(world) === undefined)
    return say(WHICH);
  return yield* withRecording(slots, world, go);
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
export function* broughtAndRead(tool: string, recording: string): Run {
  const before = yield* brought(recording);
  if (isEnding(before)) return before;
  const results = yield [call(tool, { recording, wait: true })];
  return { end: "show", results: [...before, ...results] };
}
