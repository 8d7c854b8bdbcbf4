import { z } from "zod";
import {
  deviceName,
  exportFormat,
  job,
  jobPage,
  jobState,
  listQuery,
  pull,
  pullRequest,
  recording,
  recordingId,
  recordingMetadata,
  serverStatus,
  summary,
  transcript,
  ULID,
  waveform,
} from "../../contract.ts";
import type { Operation, Parameter } from "./operation.ts";
import { ID, queryOf } from "./shared-operations.ts";

/** Which jobs are listed. */
export const jobsQuery = listQuery
  .omit({ sync_state: true })
  .extend({ state: jobState.optional(), recording_id: recordingId.optional() });

const JOB: Parameter = {
  name: "id",
  in: "path",
  schema: z.string().regex(ULID),
  says: "A job",
  required: true,
};

const multipart = () => ({
  type: "object",
  required: ["metadata", "audio"],
  properties: {
    metadata: z.toJSONSchema(recordingMetadata, { io: "input" }),
    audio: { type: "string", format: "binary" },
  },
});

const read = (
  path: string,
  id: string,
  says: string,
  json: z.ZodType,
  errors: Operation["errors"],
): Operation => ({
  method: "get",
  path,
  id,
  says,
  tag: path.startsWith("/rec") ? "recordings" : "server",
  answers: { 200: { says, json } },
  errors,
  ...(path.includes("{id}") ? { parameters: [path.startsWith("/jobs") ? JOB : ID] } : {}),
});

const changeJob = (path: string, id: string, says: string): Operation => ({
  ...read(path, id, says, job, ["not_found", "job_ended"]),
  method: "post",
});

export const SERVER_OPERATIONS: Operation[] = [
  read("/recordings/{id}/transcript", "getTranscript", "What was said", transcript, [
    "recording_not_found",
    "not_transcribed",
  ]),
  read("/recordings/{id}/summary", "getSummary", "What it came to", summary, [
    "recording_not_found",
    "not_summarised",
  ]),
  read("/recordings/{id}/waveform", "getWaveform", "Its shape, to be drawn", waveform, [
    "recording_not_found",
    "invalid_audio",
  ]),
  {
    method: "get",
    path: "/recordings/{id}/export",
    id: "exportRecording",
    says: "The recording as a file: audio, text, subtitles, a summary in Markdown, or the record",
    tag: "recordings",
    parameters: [
      ID,
      { name: "format", in: "query", schema: exportFormat, says: "Of the file", required: true },
    ],
    answers: {
      200: {
        says: "The file",
        types: ["application/octet-stream"],
        headers: { "Content-Disposition": "An attachment, with a name for the file" },
      },
      206: {
        says: "Of wav and ogg, the part that a Range asked for",
        types: ["application/octet-stream"],
        headers: { "Content-Range": "Which part, and how long the whole is" },
      },
      304: { says: "Of wav and ogg: it is the one that the caller has" },
    },
    errors: [
      "bad_query",
      "recording_not_found",
      "not_transcribed",
      "not_summarised",
      "precondition_failed",
      "range_not_satisfiable",
    ],
  },
  {
    method: "post",
    path: "/ingest",
    id: "ingestRecording",
    says: "Take in a recording, queued for transcription and summary; the same one again is fine",
    tag: "recordings",
    body: { type: "multipart/form-data", schema: multipart() },
    answers: {
      202: {
        says: "It is kept",
        json: recording,
        headers: { "X-Corrections": "What the audio said otherwise than the metadata" },
      },
    },
    errors: [
      "bad_request",
      "request_timeout",
      "id_taken",
      "conflict",
      "too_large",
      "unsupported_media",
      "invalid_value",
      "invalid_audio",
      "sha256_mismatch",
      "size_mismatch",
      "duration_mismatch",
      "unavailable",
      "disk_full",
    ],
  },
  read("/server", "getServer", "How the server is", serverStatus, []),
  {
    ...read("/jobs", "listJobs", "Transcriptions and summaries, newest first", jobPage, []),
    parameters: queryOf(jobsQuery),
    errors: ["bad_query", "bad_cursor"],
  },
  read("/jobs/{id}", "getJob", "One of them", job, ["not_found"]),
  changeJob("/jobs/{id}/cancel", "cancelJob", "Cancel it"),
  changeJob("/jobs/{id}/retry", "retryJob", "Try one again that failed or was cancelled"),
  {
    method: "get",
    path: "/events",
    id: "streamEvents",
    says: "What happens, as server-sent events: recording, deleted, job, missed",
    tag: "server",
    parameters: [
      {
        name: "Last-Event-ID",
        in: "header",
        schema: z.string(),
        says: "The last one seen: those after it come first",
        required: false,
      },
    ],
    answers: {
      200: { says: "The stream; it ends when the caller leaves", types: ["text/event-stream"] },
    },
    errors: ["unavailable"],
  },
  {
    method: "post",
    path: "/pull",
    id: "pullDevice",
    says: "Fetch what a device of the settings holds; where it is under way already, it goes on",
    tag: "server",
    body: { json: pullRequest },
    answers: { 202: { says: "How far it is", json: pull } },
    errors: ["bad_request", "not_found", "too_large", "unsupported_media", "invalid_value"],
  },
  {
    method: "get",
    path: "/pull/{device}",
    id: "getPull",
    says: "How far the last one from a device has come",
    tag: "server",
    parameters: [
      { name: "device", in: "path", schema: deviceName, says: "Of the settings", required: true },
    ],
    answers: { 200: { says: "How far it is", json: pull } },
    errors: ["not_found"],
  },
];
