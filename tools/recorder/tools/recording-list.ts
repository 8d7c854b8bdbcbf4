import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { limit } from "../../kit/inputs.ts";
import { table } from "../../kit/table.ts";
import { day, pageOfDay } from "../days.ts";
import { cursor, on, syncState } from "../inputs.ts";
import { objectPath, placesOf } from "../lookup.ts";
import { HEAD, present, row, Told, told } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";

const MOST = 60;

export const recordingList = (recorder: Recorder) =>
  defineRead({
    name: "recording_list",
    title: "List recordings",
    description: "Recordings of the server, or on a device, newest first.",
    input: z.object({ on, day, state: syncState, limit, cursor }),
    output: z.object({
      on: z.string(),
      recordings: z.array(Told),
      cursor: z.string().optional(),
      hidden: z.number().optional(),
    }),
    async run({ on: where = "server", day: wanted, state, limit: most = 30, ...rest }, { signal }) {
      const [place] = placesOf(recorder, where);
      if (!place) return { on: where, recordings: [] };
      const ask = { limit: Math.min(most, MOST), sync_state: state };
      const { items, next_cursor } = await pageOfDay(wanted, rest.cursor, (at) =>
        place.client.list({ ...ask, cursor: at }, signal),
      );
      const shown = items.filter((recording) => recorder.shows(objectPath({ place, recording })));
      const hidden = items.length - shown.length;
      return {
        on: place.name,
        recordings: shown.map(told),
        ...present({ cursor: next_cursor, hidden: hidden > 0 ? hidden : undefined }),
      };
    },
    tell({ on: where, recordings, cursor: more, hidden }) {
      const count = recordings.length === 1 ? "1 recording" : `${recordings.length} recordings`;
      const place = where === "server" ? "on the server" : `on the device ${where}`;
      const rest = [more && "ask for more", hidden && `${hidden} hidden by path rules`];
      return {
        say: `${[`${count} ${place}`, ...rest.filter(Boolean)].join("; ")}.`,
        data: table(HEAD, recordings.map(row)),
      };
    },
  });
