import { HubError } from "../kit/errors.ts";
import type { DeviceClient } from "./client/device-client.ts";
import type { ServerClient } from "./client/server-client.ts";
import { codeOfFailure } from "./client/wire-errors.ts";
import type { Recording } from "./contract.ts";
import type { Recorder } from "./recorder.ts";

/** One of the places that hold recordings: "server", or a device by its name. */
export type Place = { name: string; client: DeviceClient | ServerClient };

export type Found = { place: Place; recording: Recording };

export const objectPath = ({ place, recording }: Found) =>
  place.name === "server"
    ? `/server/recordings/${recording.id}`
    : `/devices/${place.name}/recordings/${recording.id}`;

/** The place that was named; otherwise every one, the server first. */
export function placesOf(recorder: Recorder, on: string | undefined): Place[] {
  const server: Place = { name: "server", client: recorder.server };
  if (on === "server") return [server];
  if (on !== undefined) return [recorder.device(on)];
  return [server, ...recorder.deviceNames.map((name) => recorder.device(name))];
}

/**
 * A recording by its id, or the newest one by "last", in the place that was named or in the first that has it. Throws
 * HubError `not-found`, or what kept all of the places from answering.
 */
export async function findRecording(
  recorder: Recorder,
  { recording: id, on }: { recording: string; on?: string | undefined },
  signal: AbortSignal,
): Promise<Found> {
  let failure: HubError | undefined;
  for (const place of placesOf(recorder, on)) {
    const found = await lookIn(place, id, signal).catch((thrown: unknown) => {
      if (!(thrown instanceof HubError)) throw thrown;
      failure ??= thrown;
      return undefined;
    });
    if (!found) continue;
    const at = { place, recording: found };
    recorder.mustShow(objectPath(at));
    return at;
  }
  throw (
    failure ??
    new HubError("not-found", id === "last" ? "There are no recordings." : "No such recording.", {
      advice: "recording_list shows what there is.",
    })
  );
}

async function lookIn({ client }: Place, id: string, signal: AbortSignal) {
  if (id === "last") return (await client.list({ limit: 1 }, signal)).items[0];
  try {
    return await client.get(id, signal);
  } catch (thrown) {
    if (codeOfFailure(thrown) === "recording_not_found") return undefined;
    throw thrown;
  }
}

/** The same recording elsewhere, where its bytes are proved to be the same. */
export async function otherCopies(
  recorder: Recorder,
  { place, recording }: Found,
  signal: AbortSignal,
): Promise<string[]> {
  const copies: string[] = [];
  for (const other of placesOf(recorder, undefined)) {
    if (other.name === place.name || recording.sha256 === undefined) continue;
    const there = await lookIn(other, recording.id, signal).catch(() => undefined);
    if (there?.sha256 === recording.sha256) copies.push(other.name);
  }
  return copies;
}

/** The id on the server alone, since it alone has transcripts. */
export function onServer(recorder: Recorder, recording: string, signal: AbortSignal) {
  return findRecording(recorder, { recording, on: "server" }, signal);
}
