import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { limit, shortText } from "../../kit/inputs.ts";
import { table } from "../../kit/table.ts";
import { day, pageOfDay } from "../days.ts";
import { cursor } from "../inputs.ts";
import { clock, minute, present } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";

const Hit = z.object({
  recording: z.string(),
  started_at: z.string(),
  start: z.number().optional(),
  end: z.number().optional(),
  text: z.string(),
});

export const recordingSearch = (recorder: Recorder) =>
  defineRead({
    name: "recording_search",
    title: "Search what was said",
    description: "Where the words were said, in all transcripts.",
    input: z.object({ words: shortText(200).describe("Words that were said"), day, limit, cursor }),
    output: z.object({ words: z.string(), hits: z.array(Hit), cursor: z.string().optional() }),
    async run({ words, day: wanted, limit: most = 20, cursor: from }, { signal }) {
      const found = await pageOfDay(wanted, from, (at) =>
        recorder.server.list({ q: words, limit: most, cursor: at }, signal),
      );
      const shown = new Map(
        found.items
          .filter(({ id }) => recorder.shows(`/server/recordings/${id}`))
          .map(({ id, started_at }) => [id, started_at]),
      );
      const hits = (found.hits ?? []).flatMap(({ recording_id: recording, start, end, text }) => {
        const started_at = shown.get(recording);
        return started_at === undefined
          ? []
          : [{ recording, started_at, text, ...present({ start, end }) }];
      });
      return { words, hits, ...present({ cursor: found.next_cursor }) };
    },
    tell({ words, hits, cursor: more }) {
      const recordings = new Set(hits.map(({ recording }) => recording)).size;
      const say =
        hits.length === 0
          ? `Nobody said “${words}” in what is transcribed.`
          : `Said ${hits.length === 1 ? "once" : `in ${hits.length} places`}, in ${recordings === 1 ? "1 recording" : `${recordings} recordings`}${more ? "; ask for more" : ""}.`;
      const rows = hits.map((hit) => [
        hit.recording,
        minute(hit.started_at),
        hit.start === undefined ? "" : clock(hit.start),
        hit.text,
      ]);
      return { say, data: table(["recording", "started (UTC)", "at", "said"], rows) };
    },
  });
