import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { table } from "../../kit/table.ts";
import type { ListAsk } from "../client/shared-client.ts";
import type { Recording } from "../contract.ts";
import { cursor, limit, on, syncState } from "../inputs.ts";
import { objectPath, type Place, placesOf } from "../lookup.ts";
import { HEAD, present, row, Told, told } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";

const MOST = 60;
/** Of newer recordings that are skipped to come to a day. */
const MOST_PAGES = 200;
const DAY = /^(\d{4}-\d{2}-\d{2}|today)$/;

const day = z
  .string()
  .refine((text) => DAY.test(text), { error: 'YYYY-MM-DD, or "today".' })
  .optional()
  .describe('Of this day: YYYY-MM-DD or "today"');

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
      const ask = { limit: Math.min(most, MOST), cursor: rest.cursor, sync_state: state };
      const { items, next_cursor } =
        wanted === undefined
          ? await place.client.list(ask, signal)
          : await listDay(place, dayOf(wanted), ask, signal);
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
      const rest = [more && "more with the cursor", hidden && `${hidden} hidden by path rules`];
      return {
        say: `${[`${count} ${place}`, ...rest.filter(Boolean)].join("; ")}.`,
        data: table(HEAD, recordings.map(row)),
      };
    },
  });

type Day = { from: number; to: number };

/** A day of this machine's clock, in milliseconds of the epoch. Throws HubError `bad-input` for what is none. */
function dayOf(wanted: string): Day {
  const start = wanted === "today" ? new Date() : new Date(`${wanted}T00:00:00`);
  const from = start.setHours(0, 0, 0, 0);
  if (Number.isNaN(from)) throw new HubError("bad-input", `There is no day ${wanted}.`);
  return { from, to: start.setDate(start.getDate() + 1) };
}

/** The newest of a day: lists come newest first, so the pages after it are not read, and those before are skipped. */
async function listDay(place: Place, { from, to }: Day, ask: ListAsk, signal: AbortSignal) {
  const items: Recording[] = [];
  for (let cursor = ask.cursor, pages = 0; ; pages++) {
    const page = await place.client.list({ ...ask, cursor }, signal);
    const times = page.items.map((one) => Date.parse(one.started_at));
    items.push(...page.items.filter((_, i) => (times[i] ?? 0) >= from && (times[i] ?? 0) < to));
    const isPast = (times.at(-1) ?? 0) < from;
    if (isPast || page.next_cursor === null) return { items, next_cursor: null };
    if (items.length > 0 || pages >= MOST_PAGES) return { items, next_cursor: page.next_cursor };
    cursor = page.next_cursor;
  }
}
