import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { codeOfFailure } from "../client/wire-errors.ts";
import { on, recordingRef } from "../inputs.ts";
import { findRecording, objectPath, otherCopies, placesOf } from "../lookup.ts";
import { clock, minute } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";

export const recordingDelete = (recorder: Recorder) =>
  defineWrite({
    name: "recording_delete",
    title: "Delete a recording",
    description: "Delete a recording with its transcript and summary, in one place.",
    effect: "destroys",
    input: z.object({ recording: recordingRef, on }),
    output: z.object({ recording: z.string(), on: z.string(), gone: z.boolean() }),

    async plan({ recording: wanted, on: where }, { signal }) {
      const found = await findRecording(recorder, { recording: wanted, on: where }, signal);
      const { place, recording } = found;
      const copies = await otherCopies(recorder, found, signal);
      const { id, sha256 = null } = recording;
      const place_ = place.name === "server" ? "the server" : `the device ${place.name}`;
      const length = `${clock(recording.duration_s)} from ${minute(recording.started_at)} UTC`;
      return {
        sentence: `Delete the recording ${id} (${length}) with all that was made of it from ${place_}.`,
        target: { kind: "recording", name: id },
        requests: [
          planned({
            title: `delete ${id} from ${place_}`,
            method: "DELETE",
            path: objectPath(found),
            effect: "destroys",
            place: place.client.place,
          }),
        ],
        facts: [
          copies.length > 0
            ? { label: "same audio, proved by SHA-256", value: copies.join(", ") }
            : { label: "another copy", value: "none is known", risk: true },
        ],
        bound: { id, sha256, place: place.name },
      };
    },

    send: (request, permit, { signal }) =>
      sendOnce(request, permit, async () => {
        const { client, id } = targetOf(recorder, request.path);
        await client.remove(id, signal);
        return undefined;
      }),

    async check(_args, sent, { signal }) {
      const { client, id, name } = targetOf(recorder, sent[0]?.request.path ?? "");
      const gone = await client.get(id, signal).then(
        () => false,
        (thrown: unknown) => {
          if (codeOfFailure(thrown) === "recording_not_found") return true;
          throw thrown;
        },
      );
      return { recording: id, on: name, gone };
    },
    tell: ({ recording, on: where, gone }) => ({
      say: gone
        ? `The recording ${recording} is gone from ${where === "server" ? "the server" : `the device ${where}`}.`
        : `The recording ${recording} is still there.`,
    }),
  });

/** Of `/server/recordings/ID` or `/devices/NAME/recordings/ID`. */
function targetOf(recorder: Recorder, path: string) {
  const parts = path.split("/");
  const name = parts[1] === "server" ? "server" : (parts[2] ?? "");
  const [place] = placesOf(recorder, name);
  if (!place) throw new Error(`no place ${path}`);
  return { client: place.client, name: place.name, id: parts.at(-1) ?? "" };
}
