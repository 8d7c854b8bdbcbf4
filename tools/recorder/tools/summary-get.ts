import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { recordingRef } from "../inputs.ts";
import { onServer } from "../lookup.ts";
import type { Recorder } from "../recorder.ts";

export const summaryGet = (recorder: Recorder) =>
  defineRead({
    name: "summary_get",
    title: "Summary",
    description: "What a recording came to, with key points and action items.",
    input: z.object({ recording: recordingRef }),
    output: z.object({
      recording: z.string(),
      model: z.string(),
      overview: z.string(),
      key_points: z.array(z.string()),
      action_items: z.array(z.string()),
    }),
    async run({ recording: wanted }, { signal }) {
      const { recording } = await onServer(recorder, wanted, signal);
      const { recording_id: _, ...summary } = await recorder.server.summary(recording.id, signal);
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
