import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { shortText } from "../../kit/inputs.ts";
import { humanBytes } from "../../kit/sizes.ts";
import { exportFormat } from "../contract.ts";
import { recordingRef } from "../inputs.ts";
import { objectPath, onServer } from "../lookup.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";
import { untilReady } from "../until-ready.ts";

const MOST_BYTES = 8 * 2 ** 30;

export const recordingExport = (recorder: Recorder) =>
  defineWrite({
    name: "recording_export",
    title: "Export a recording",
    description:
      "Write a recording to a file as audio, text, subtitles, summary (md) or all (json).",
    effect: "changes",
    input: z.object({
      recording: recordingRef,
      format: exportFormat.describe("Of the file"),
      file: shortText(1000).optional().describe("New file; else named after the recording"),
    }),
    output: z.object({
      recording: z.string(),
      format: z.string(),
      file: z.string(),
      bytes: z.number(),
    }),

    async plan({ recording: wanted, format, file = "" }, { signal }) {
      const found = await onServer(recorder, wanted, signal);
      const { id, started_at, sha256 = null } = found.recording;
      const path = await recorder.files.toWrite(file || `${nameOf(started_at, id)}.${format}`);
      return {
        sentence: `Export the recording ${id} as ${format} to ${path}.`,
        target: { kind: "file", name: basename(path) },
        requests: [
          planned({
            title: `write ${path}`,
            method: "PUT",
            path,
            effect: "changes",
            body: { id, format },
            touches: [objectPath(found)],
          }),
        ],
        facts: [],
        bound: { id, sha256, path },
      };
    },

    send: (request, permit, call) =>
      sendOnce(request, permit, async () => {
        const { id, format } = Body.parse(request.body);
        const file = await recorder.files.toWrite(request.path);
        const tell = (done: number, total: number | undefined) =>
          call.progress({
            done,
            message: basename(file),
            ...(total === undefined ? {} : { total }),
          });
        const to = { file, most: MOST_BYTES, progress: tell };
        // Nothing is waited for: what is not made yet is told with the reason, and the command that helps.
        const { bytes } = await untilReady(
          recorder,
          { id, wait: false },
          () => recorder.server.exportTo(id, format, to, call.signal),
          call,
        );
        return { id, format, bytes };
      }),

    async check(_args, sent) {
      const { path: file, body } = sent[0]?.request ?? { path: "" };
      const { id, format } = Body.parse(body);
      return { recording: id, format, file, bytes: (await stat(file)).size };
    },
    tell: ({ recording, file, bytes }) => ({
      say: `Exported ${recording} to ${file} (${humanBytes(bytes)}).`,
    }),
  });

const Body = z.object({ id: z.string(), format: exportFormat });

const nameOf = (startedAt: string, id: string) => `${startedAt.slice(0, 10)} ${id}`;
