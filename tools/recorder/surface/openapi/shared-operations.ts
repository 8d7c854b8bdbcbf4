import { z } from "zod";
import {
  health,
  listQuery,
  recording,
  recordingId,
  recordingPage,
  searchQuery,
} from "../../contract.ts";
import type { Operation, Parameter } from "./operation.ts";

export const ID: Parameter = {
  name: "id",
  in: "path",
  schema: recordingId,
  says: "The id of a recording",
  required: true,
};

/** The query parameters of a schema. */
export function queryOf(schema: z.ZodObject): Parameter[] {
  return Object.entries(schema.shape).map(([name, member]) => ({
    name,
    in: "query",
    schema: member,
    says: z.globalRegistry.get(member)?.description ?? name,
    required: false,
  }));
}

const RANGES: Record<string, string> = {
  "Accept-Ranges": "bytes",
  ETag: 'The SHA-256 of the file, as "sha256-…"; missing while it is being recorded',
};

const AUDIO_TYPES = ["audio/wav", "audio/ogg"];

const header = (name: string, says: string): Parameter => ({
  name,
  in: "header",
  schema: z.string(),
  says,
  required: false,
});

/** What device and server have in common. The server also searches by `q`. */
export function sharedOperations(searches: boolean): Operation[] {
  return [
    {
      method: "get",
      path: "/health",
      id: "getHealth",
      says: "Whether it lives",
      tag: "about",
      answers: { 200: { says: "It does", json: health } },
      errors: [],
      isOpen: true,
    },
    {
      method: "get",
      path: "/recordings",
      id: "listRecordings",
      says: "Recordings, newest first",
      tag: "recordings",
      parameters: queryOf(searches ? searchQuery : listQuery),
      answers: { 200: { says: "A page of recordings", json: recordingPage } },
      errors: ["bad_query", "bad_cursor"],
    },
    {
      method: "get",
      path: "/recordings/{id}",
      id: "getRecording",
      says: "One recording",
      tag: "recordings",
      parameters: [ID],
      answers: { 200: { says: "The recording", json: recording } },
      errors: ["recording_not_found"],
    },
    {
      method: "delete",
      path: "/recordings/{id}",
      id: "deleteRecording",
      says: "Delete a recording and its artefacts",
      tag: "recordings",
      parameters: [ID],
      answers: { 204: { says: "It is deleted" } },
      errors: ["recording_not_found", "in_progress"],
    },
    {
      method: "get",
      path: "/recordings/{id}/audio",
      id: "getRecordingAudio",
      says: "The audio, whole or in part",
      tag: "recordings",
      parameters: [
        ID,
        header("Range", "One byte range; several are answered with the whole"),
        header("If-Range", "A strong entity tag: the range counts only while it is the same"),
        header("If-None-Match", "Entity tags: 304 where the audio is one of them"),
        header("If-Match", "Entity tags: 412 where the audio is none of them"),
      ],
      answers: {
        200: { says: "The whole audio", types: AUDIO_TYPES, headers: RANGES },
        206: {
          says: "The part that was asked for",
          types: AUDIO_TYPES,
          headers: { ...RANGES, "Content-Range": "Which part, and how long the whole is" },
        },
        304: { says: "It is the one that the caller has" },
      },
      errors: ["recording_not_found", "precondition_failed", "range_not_satisfiable"],
    },
  ];
}
