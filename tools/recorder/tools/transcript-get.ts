import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { recordingRef, waitForIt } from "../inputs.ts";
import { onServer } from "../lookup.ts";
import { clock, present } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";
import { untilReady } from "../until-ready.ts";

const BYTES = 9_000;

export const transcriptGet = (recorder: Recorder) =>
  defineRead({
    name: "transcript_get",
    title: "Transcript",
    description: "What was said in a recording, with times in seconds.",
    input: z.object({
      recording: recordingRef,
      from_s: z.number().min(0).optional().describe("Start there; next_s of the answer before"),
      wait: waitForIt,
    }),
    output: z.object({
      recording: z.string(),
      language: z.string(),
      model: z.string(),
      segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
      next_s: z.number().optional(),
    }),
    async run({ recording: wanted, from_s: from = 0, wait }, call) {
      const { recording } = await onServer(recorder, wanted, call.signal);
      const read = () => recorder.server.transcript(recording.id, call.signal);
      const { language, model, segments } = await untilReady(
        recorder,
        { id: recording.id, wait },
        read,
        call,
      );
      const rest = segments.filter(({ start }) => start >= from);
      let bytes = 0;
      const fitting = rest.filter((segment, at) => {
        bytes += Buffer.byteLength(JSON.stringify(segment));
        return at === 0 || bytes < BYTES;
      });
      const next_s = rest[fitting.length]?.start;
      return {
        recording: recording.id,
        language,
        model,
        segments: fitting.map(({ start, end, text }) => ({ start, end, text })),
        ...present({ next_s }),
      };
    },
    tell({ recording, language, model, segments, next_s: next }) {
      const more = next === undefined ? "" : ` More from ${next} s on.`;
      const what = segments.length === 0 ? "Nothing was said" : "What was said";
      return {
        say: `${what} in ${recording} (${language}, by ${model}).${more}`,
        data: segments.map(({ start, text }) => `[${clock(start)}] ${text}`).join("\n"),
      };
    },
  });
