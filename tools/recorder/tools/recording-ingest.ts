import { basename } from "node:path";
import { ulid } from "ulid";
import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { shortText } from "../../kit/inputs.ts";
import { humanBytes } from "../../kit/sizes.ts";
import { readAudioFacts } from "../audio/audio-facts.ts";
import { hashFile } from "../audio/hash-file.ts";
import { type RecordingMetadata, recording, recordingMetadata } from "../contract.ts";
import { file } from "../inputs.ts";
import { clock, minute, Told, told } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";

export const recordingIngest = (recorder: Recorder) =>
  defineWrite({
    name: "recording_ingest",
    title: "Ingest a file",
    description: "Give the server a WAV or Ogg file to keep and transcribe.",
    effect: "changes",
    input: z.object({
      file,
      started_at: shortText(40).optional().describe("RFC 3339; else the file's time"),
    }),
    output: Told,

    async plan({ file: wanted, started_at: start }) {
      const found = await recorder.files.toRead(wanted);
      const metadata = await metadataOf(found, start);
      const name = basename(found.path);
      return {
        sentence: `Ingest ${name} (${clock(metadata.duration_s)}, ${humanBytes(found.bytes)}) into the server.`,
        target: { kind: "file", name },
        requests: [
          planned({
            title: `ingest ${name}`,
            method: "POST",
            path: `/server/recordings/${metadata.id}`,
            effect: "changes",
            body: { file: found.path, metadata },
            place: recorder.server.place,
          }),
        ],
        facts: [{ label: "recorded", value: `${minute(metadata.started_at)} UTC` }],
        bound: { sha256: metadata.sha256 ?? null },
      };
    },

    send: (request, permit, { signal, progress }) =>
      sendOnce(request, permit, async () => {
        const { file: path, metadata } = Body.parse(request.body);
        // Again: a link may have been put in its place since it was planned.
        const { path: real, bytes: total } = await recorder.files.toRead(path);
        let next = 0;
        return recorder.server.ingest(metadata, real, signal, (done) => {
          if (done < next && done < total) return;
          next = done + total / 100;
          progress({ done, total, message: basename(real) });
        });
      }),
    check: async (_args, sent) => told(recording.parse(sent[0]?.answer)),
    tell: ({ id, duration_s: seconds }) => ({
      say: `The server has it: ${clock(seconds)} as ${id}, queued for transcription and summary.`,
    }),
  });

const Body = z.object({ file: z.string(), metadata: recordingMetadata });

/** The id is of the file's time and bytes, so that the same file ingested again is the same recording. */
async function metadataOf(
  found: { path: string; changed: Date },
  start: string | undefined,
): Promise<RecordingMetadata> {
  const facts = await readAudioFacts(found.path);
  const { bytes, sha256 } = await hashFile(found.path);
  const begun = found.changed.getTime() - facts.duration_s * 1000;
  const digits = sha256.matchAll(/../g);
  const fromHash = () => Number.parseInt(digits.next().value?.[0] ?? "0", 16) / 256;
  return recordingMetadata.parse({
    id: ulid(Math.max(0, Math.round(begun)), fromHash),
    started_at: start ?? new Date(begun).toISOString(),
    duration_s: facts.duration_s,
    sample_rate: facts.sample_rate,
    channels: facts.channels,
    codec: facts.codec,
    size_bytes: bytes,
    sha256,
    source: "upload",
  });
}
