import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { limit } from "../../kit/inputs.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import { cut } from "../../kit/untrusted.ts";
import type { PortalClient } from "../client.ts";
import type { Reservations } from "../contract.ts";
import { cursor } from "../inputs.ts";
import { countWords, FRESH, LIST, listEnd } from "../outputs.ts";
import { clock, countdown, freshMembers, freshness, known } from "../words.ts";

const Item = z.object({
  tid: z.string().optional(),
  site: z.string().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
  mine: z.boolean().optional(),
  label: z.string().optional(),
});

export const portalReservations = (portal: PortalClient) =>
  defineRead({
    name: "portal_reservations",
    title: "Reservations",
    description:
      "The reservation grid, next first. Booking is not possible here: it gives the link.",
    input: z.object({ limit, cursor }),
    output: z.object({
      reservations: z.array(Item),
      other_rows: z.array(z.string()).optional(),
      ...LIST,
      next: z.string().optional(),
      booking_url: z.string().optional(),
      booking: z.string(),
      read: z.string(),
      ...FRESH,
    }),
    async run(args, call) {
      const { legacy, live, meta } = await portal.reservations(call.signal);
      const shown = page(legacy.items, (item) => `${item.start} ${item.tid}`, args);
      const next = nextOf(legacy.items, portal.now());
      const others = unread(legacy);
      return {
        reservations: shown.items.map(known),
        ...(others.length > 0 && args.cursor === undefined ? { other_rows: others } : {}),
        ...listEnd(shown),
        ...known({ next, booking_url: live.url }),
        booking: bookingWords(live.url),
        read: freshness(meta),
        ...freshMembers(meta),
      };
    },
    tell(found) {
      const { reservations: items, total, cursor: more } = found;
      const count = countWords("reservation", items.length, total, more !== undefined);
      const lines = [
        found.error !== undefined && total === 0
          ? "The reservations could not be read."
          : `${total === 0 ? "No reservation in the grid" : count}${found.next ? `; ${found.next}` : ""}.`,
        `${found.read} Times are UTC.${items.some((item) => item.mine === undefined) ? " The grid does not say whose each is." : ""}`,
        ...(found.warnings ?? []),
        found.booking,
      ];
      const rows = items.map((item) => [
        item.tid,
        item.site,
        day(item.start),
        day(item.end),
        item.label,
      ]);
      return {
        say: lines.join("\n"),
        data: [
          table(["telescope", "site", "start", "end", "note"], rows),
          found.other_rows
            ? `Other rows of the grid, as they stand:\n${found.other_rows.join("\n")}`
            : "",
        ]
          .filter(Boolean)
          .join("\n\n"),
      };
    },
  });

function bookingWords(url: string | null): string {
  const where = url === null ? "at the provider's booking page" : `at ${url}`;
  return `Booking and cancelling are not possible here, because they spend points: do that in a browser, ${where}.`;
}

const at = (time: string | null) => (time === null ? Number.NaN : Date.parse(time));

type Row = Reservations["legacy"]["items"][number];

/** "next T5 in 4 h 12 min", "T5 is under way until 04:00 UTC". */
function nextOf(items: readonly Row[], now: number): string | null {
  const running = items.find((item) => at(item.start) <= now && at(item.end) > now);
  if (running) return `${running.tid ?? "one"} is under way until ${clock(running.end ?? "")} UTC`;
  const [first] = items
    .filter((item) => at(item.start) > now)
    .sort((a, b) => at(a.start) - at(b.start));
  return first ? `next ${first.tid ?? "one"} in ${countdown(at(first.start) - now)}` : null;
}

const day = (time: string | undefined) => time?.replace("T", " ").slice(0, 16);

/** Rows that no times could be read from, their cells joined; at most 60. */
function unread({ rows, items }: Reservations["legacy"]): string[] {
  const times = new Set(items.flatMap(({ start, end }) => [at(start), at(end)]));
  return rows
    .filter((row) => !row.some((cell) => times.has(Date.parse(cell))))
    .slice(0, 60)
    .map((row) => cut([...new Set(row.filter(Boolean))].join(" | "), 200));
}
