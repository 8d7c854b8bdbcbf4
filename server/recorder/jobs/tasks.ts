import { HubError } from "../../../tools/kit/errors.ts";
import {
  API_PREFIX,
  laterOf,
  summary,
  type Transcript,
  transcript,
} from "../../../tools/recorder/contract.ts";
import type { Recordings } from "../recordings.ts";
import { SUMMARY, TRANSCRIPT } from "../storage/kept-recording.ts";
import type { Storage } from "../storage/storage.ts";
import type { Summariser } from "../summarise/summariser.ts";
import type { Heard, Transcriber } from "../transcribe/transcriber.ts";
import type { Task } from "./worker.ts";

/** Turns audio into a transcript, once. */
export function transcriptionTask(
  transcriber: Transcriber,
  storage: Storage,
  recordings: Recordings,
): Task {
  const { metadata, blobs } = storage;
  return {
    kind: "transcription",
    async missing() {
      const ready = await transcriber.check();
      return ready.state === "ready"
        ? undefined
        : `${ready.reason} Install it with: ${ready.install}`;
    },
    async run({ recording_id: id }, tell, signal) {
      const record = await metadata.get(id);
      const path = record && (await blobs.fileOf(id, record.audio));
      if (path === undefined) throw gone();
      // A run that was killed between the two steps left the transcript.
      if ((await readTranscript(storage, id)) === undefined) {
        const onProgress = ({ percent }: { percent: number }) => tell(percent / 100);
        const heard = await transcriber.transcribe(path, { signal, onProgress });
        signal.throwIfAborted();
        await blobs.put(id, TRANSCRIPT, JSON.stringify(transcriptOf(id, heard)));
      }
      await recordings.change(id, (before) => ({
        ...before,
        sync_state: laterOf(before.sync_state, "transcribed"),
        transcript_ref: `${API_PREFIX}/recordings/${id}/transcript`,
      }));
    },
  };
}

/** Turns a transcript into a summary. */
export function summaryTask(
  summariser: Summariser,
  storage: Storage,
  recordings: Recordings,
): Task {
  return {
    kind: "summary",
    missing: async () => undefined,
    async run({ recording_id: id }, _tell, signal) {
      const said = await readTranscript(storage, id);
      if (!said) throw gone();
      const made = summary.parse({
        recording_id: id,
        ...(await summariser.summarise(said, signal)),
      });
      signal.throwIfAborted();
      await storage.blobs.put(id, SUMMARY, JSON.stringify(made));
      await recordings.change(id, (before) => ({
        ...before,
        sync_state: laterOf(before.sync_state, "summarised"),
        summary_ref: `${API_PREFIX}/recordings/${id}/summary`,
      }));
    },
  };
}

/** The transcript of a recording; undefined where there is none, or what is there cannot be read. */
export async function readTranscript(
  storage: Storage,
  id: string,
): Promise<Transcript | undefined> {
  const text = await storage.blobs.read(id, TRANSCRIPT);
  if (text === undefined) return undefined;
  try {
    return transcript.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function transcriptOf(id: string, heard: Heard): Transcript {
  const segments = heard.segments.map((segment) => ({ ...segment, speaker: null }));
  const text = segments.map((segment) => segment.text).join("\n");
  return { recording_id: id, language: heard.language, model: heard.model, text, segments };
}

const gone = () => new HubError("not-found", "The recording is not there any more.");
