import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { recordingRef, waitForIt } from "../inputs.ts";
import { onServer } from "../lookup.ts";
import type { Recorder } from "../recorder.ts";
import { untilReady } from "../until-ready.ts";

export const summaryGet = (recorder: Recorder) =>
  defineRead({
    name: "summary_get",
    title: "Summary",
    description: "What a recording came to, with key points and action items.",
    input: z.object({ recording: recordingRef, wait: waitForIt }),
    output: z.object({
      recording: z.string(),
      model: z.string(),
      overview: z.string(),
      key_points: z.array(z.string()),
      action_items: z.array(z.string()),
    }),
    async run({ recording: wanted, wait }, call) {
      const { recording } = await onServer(recorder, wanted, call.signal);
      const read = () => recorder.server.summary(recording.id, call.signal);
      const at = { id: recording.id, wait };
      const { recording_id: _, ...summary } = await untilReady(recorder, at, read, call);
      return { recording: recording.id, ...summary };
    },
    tell({ recording, model, overview, key_points: points, action_items: items }) {
      const list = (title: string, lines: string[]) =>
        lines.length === 0 ? [] : [`\n${title}`, ...lines.map((line) => `- ${line}`)];
      return {
        say: `The summary of ${recording}, by ${model}.`,
        data: [overview, ...list("Key points", points), ...list("To do", items)].join("\n"),
      };
    },
  });
