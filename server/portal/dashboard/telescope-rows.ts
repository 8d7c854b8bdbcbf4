import { z } from "zod";
import { SITE_CODES, type SiteCode, type Telescope } from "../../../tools/portal/contract.ts";
import { reachableBy } from "../probe.ts";
import { type Facts, partValue } from "./gather.ts";

export const SORTS = ["tid", "site", "aperture", "field", "scale", "discount", "answers"] as const;
export type Sort = (typeof SORTS)[number];

/** What of the telescopes somebody wants to see. Anything unreadable in an address is left out, not an error. */
export type Wish = { site: SiteCode | ""; filter: string; q: string; sort: Sort; down: boolean };

const text = z.string().max(60).catch("");

/** The wish in an address: `site`, `filter`, `q`, and the last `sort`, which a minus turns round. */
export function wishOf(query: URLSearchParams): Wish {
  const sort = query.getAll("sort").at(-1) ?? "";
  return {
    site: z
      .enum([...SITE_CODES, ""])
      .catch("")
      .parse(query.get("site") ?? ""),
    filter: text.parse(query.get("filter") ?? ""),
    q: text.parse(query.get("q") ?? "").trim(),
    sort: z.enum(SORTS).catch("tid").parse(sort.replace(/^-/, "")),
    down: sort.startsWith("-"),
  };
}

export type Row = {
  telescope: Telescope;
  discount: number | null;
  /** The portal's own words, where the discount is no number. */
  label: string | null;
  rate: number | null;
  /** null where nobody has asked, or nobody can. */
  answers: boolean | null;
  latencyMs: number | null;
  /** Why there was no answer; "config" where there is no address to ask. */
  silence: string | null;
};

/** The telescopes of the roster that the wish leaves, in its order; and how many there are in all. */
export function rowsOf(facts: Facts, wish: Wish): { rows: Row[]; all: Telescope[] } {
  const all = partValue(facts.telescopes)?.telescopes ?? [];
  const prices = partValue(facts.plans)?.discounts ?? [];
  const rows = all
    .filter((each) => isWished(each, wish))
    .map((telescope): Row => {
      const price = prices.find(({ tid }) => tid === telescope.tid);
      const probe = facts.probes.get(telescope.tid);
      return {
        telescope,
        discount: price?.discount_percent ?? null,
        label: price?.label ?? null,
        rate: price?.rate_session ?? null,
        answers: probe ? reachableBy(probe) : null,
        latencyMs: probe?.latency_ms ?? null,
        silence: probe?.reason ?? null,
      };
    });
  return { rows: sorted(rows, wish), all };
}

function isWished(telescope: Telescope, { site, filter, q }: Wish): boolean {
  if (site !== "" && telescope.site !== site) return false;
  if (filter !== "" && !telescope.filters.includes(filter)) return false;
  const { tid, name, site_name, design, camera, ota } = telescope;
  const words = [tid, name, telescope.site, site_name, design, camera, ota].join(" ").toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

const KEYS: Record<Sort, (row: Row) => number | null> = {
  tid: ({ telescope }) => Number(telescope.tid.slice(1)),
  site: ({ telescope }) => SITE_CODES.indexOf(telescope.site),
  aperture: ({ telescope }) => telescope.aperture_mm,
  field: ({ telescope: { fov_arcmin: field } }) => field && field[0] * field[1],
  scale: ({ telescope }) => telescope.scale_arcsec_px,
  discount: ({ discount }) => discount,
  answers: ({ answers, latencyMs }) => (answers === null ? null : answers ? (latencyMs ?? 0) : 1e9),
};

/** What is not known stands last in both directions; equals keep the order of the roster. */
function sorted(rows: Row[], { sort, down }: Wish): Row[] {
  const key = KEYS[sort];
  return rows.sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return down ? right - left : left - right;
  });
}
