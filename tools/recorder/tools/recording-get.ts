import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { humanBytes } from "../../kit/sizes.ts";
import { card } from "../../kit/table.ts";
import { API_PREFIX, type Job } from "../contract.ts";
import { on, recordingRef } from "../inputs.ts";
import { findRecording } from "../lookup.ts";
import { clock, minute, present, Told, told } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";

const JobState = z.object({
  kind: z.string(),
  state: z.string(),
  progress: z.number(),
  eta_s: z.number().optional(),
  reason: z.string().optional(),
});

export const recordingGet = (recorder: Recorder) =>
  defineRead({
    name: "recording_get",
    title: "Recording",
    description: "Facts of one recording, how far its transcription is, a link to its audio.",
    input: z.object({ recording: recordingRef, on }),
    output: z.object({
      on: z.string(),
      ...Told.shape,
      sample_rate: z.number(),
      channels: z.number(),
      sha256: z.string().optional(),
      jobs: z.array(JobState),
      audio: z.string(),
    }),
    async run(args, { signal }) {
      const { place, recording } = await findRecording(recorder, args, signal);
      const { id, sample_rate, channels, sha256 } = recording;
      const jobs =
        place.name === "server"
          ? (await recorder.server.jobs({ recording_id: id, limit: 10 }, signal)).items
          : [];
      return {
        on: place.name,
        ...told(recording),
        sample_rate,
        channels,
        ...present({ sha256 }),
        jobs: newest(jobs),
        audio: `${place.client.origin}${API_PREFIX}/recordings/${id}/audio`,
      };
    },
    tell({ on: where, jobs, audio, ...found }) {
      const place = where === "server" ? "on the server" : `on the device ${where}`;
      const lines = [
        `The recording ${found.id} is ${place}: ${clock(found.duration_s)} from ${minute(found.started_at)} UTC.`,
        ...jobs.map((job) => `Its ${job.kind} is ${stateWords(job)}.`),
        `Audio (asks for the token): ${audio}`,
      ];
      const reasons = jobs.flatMap(({ reason }) => reason ?? []);
      const { size_bytes: bytes, ...rest } = found;
      const size = bytes === undefined ? undefined : humanBytes(bytes);
      return { say: [...lines, ...reasons].join("\n"), data: card({ ...rest, size }) };
    },
  });

/** Of each kind the last one. */
function newest(jobs: Job[]): z.infer<typeof JobState>[] {
  const byKind = new Map<string, Job>();
  for (const job of jobs) if (!byKind.has(job.kind)) byKind.set(job.kind, job);
  return [...byKind.values()].map(({ kind, state, progress, eta_s, reason }) => ({
    kind,
    state,
    progress,
    ...present({ eta_s, reason }),
  }));
}

function stateWords({ state, progress, eta_s: left }: z.infer<typeof JobState>): string {
  if (state !== "running") return state;
  const rest = left === undefined ? "" : `, ${clock(left)} left`;
  return `running, ${Math.round(progress)} %${rest}`;
}
