import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { limit, shortText } from "../../kit/inputs.ts";
import { page } from "../../kit/page.ts";
import { card, table } from "../../kit/table.ts";
import type { PortalClient } from "../client.ts";
import type { Telescope } from "../contract.ts";
import { between, cursor, site, siteCode, telescope, tid, tidKey } from "../inputs.ts";
import { countWords, LIST, listEnd } from "../outputs.ts";
import { ago, known, many } from "../words.ts";

const Row = z.object({
  tid: z.string(),
  name: z.string(),
  site: z.string(),
  site_name: z.string(),
  ota: z.string().optional(),
  design: z.string().optional(),
  aperture_mm: z.number().optional(),
  focal_length_mm: z.number().optional(),
  f_ratio: z.number().optional(),
  camera: z.string().optional(),
  field_arcmin: z.array(z.number()).optional(),
  scale_arcsec_px: z.number().optional(),
  filters: z.array(z.string()),
  max_exposure_s: z.number().optional(),
  min_alt_deg: z.number().optional(),
  in_service: z.boolean().optional(),
  free_tier: z.boolean().optional(),
  notes: z.string().optional(),
});

export const portalTelescopes = (portal: PortalClient) =>
  defineRead({
    name: "portal_telescopes",
    title: "Telescopes",
    description: "The roster of telescopes. Optics, camera, field, filters, limits.",
    input: z.object({
      site,
      telescope,
      words: shortText(80).optional().describe("In name, optics, camera, notes"),
      filter: shortText(20).optional().describe("Has this filter: Ha"),
      min_field: between(0, 6000).optional().describe("Short side, arcmin"),
      in_service: z.boolean().optional().describe("Only those"),
      limit,
      cursor,
    }),
    output: z.object({
      telescopes: z.array(Row),
      ...LIST,
      invented: z.boolean(),
      roster_age_s: z.number().optional(),
      rows_skipped: z.number(),
    }),
    async run(args, call) {
      const { telescopes, roster } = await portal.telescopes(call.signal);
      const found = telescopes.filter((each) => fits(each, args));
      if (args.telescope !== undefined && found.length === 0)
        throw new HubError("not-found", `${tid(args.telescope)} is not among them.`, {
          alternatives: telescopes.map((each) => each.tid).slice(0, 40),
        });
      const shown = page(found, (each) => tidKey(each.tid), args);
      return {
        telescopes: shown.items.map(row),
        ...listEnd(shown),
        invented: roster.demo,
        ...(roster.modified_at === null
          ? {}
          : { roster_age_s: Math.round((portal.now() - Date.parse(roster.modified_at)) / 1000) }),
        rows_skipped: roster.skipped.length,
      };
    },
    tell(found) {
      const { telescopes, total, cursor: next, roster_age_s: age } = found;
      const lines = [`${countWords("telescope", telescopes.length, total, next !== undefined)}.`];
      if (found.invented)
        lines.push(
          "This is the DEMO roster: no real instrument. Name a file of the real ones in PORTAL_ROSTER_FILE.",
        );
      else if (age !== undefined) lines.push(`The roster file was changed ${ago(age)}.`);
      if (found.rows_skipped)
        lines.push(`${many(found.rows_skipped, "row")} of it could not be used.`);
      return {
        say: lines.join("\n"),
        data: telescopes.length === 1 && telescopes[0] ? facts(telescopes[0]) : rows(telescopes),
      };
    },
  });

type Row = z.infer<typeof Row>;

function facts(one: Row): string {
  return card({
    [one.tid]: one.name,
    site: `${one.site}, ${one.site_name}`,
    optics: [one.ota, one.design].filter(Boolean).join(", "),
    aperture: unit(one.aperture_mm, "mm"),
    "focal length": unit(one.focal_length_mm, "mm"),
    "focal ratio": one.f_ratio === undefined ? "" : `f/${one.f_ratio}`,
    camera: one.camera,
    field: field(one),
    scale: unit(one.scale_arcsec_px, "″ a pixel"),
    filters: one.filters,
    "longest exposure": unit(one.max_exposure_s, "s"),
    "lowest altitude": unit(one.min_alt_deg, "°"),
    "in service": one.in_service,
    "free tier": one.free_tier,
    notes: one.notes,
  });
}

/** What fits a screen; the rest is in the structured content. */
function rows(telescopes: readonly Row[]): string {
  return table(
    ["scope", "name", "site", "aperture", "field", "camera", "filters"],
    telescopes.map((each) => [
      each.in_service === false ? `${each.tid} (off)` : each.tid,
      each.name,
      each.site,
      unit(each.aperture_mm, "mm"),
      field(each),
      each.camera,
      each.filters.join(" "),
    ]),
  );
}

const unit = (value: number | undefined, of: string) =>
  value === undefined ? "" : `${value} ${of}`;
const field = ({ field_arcmin: sides }: Row) => (sides ? `${sides.join(" × ")}′` : "");

type Wish = {
  site?: string | undefined;
  telescope?: string | undefined;
  words?: string | undefined;
  filter?: string | undefined;
  min_field?: number | undefined;
  in_service?: boolean | undefined;
};

function fits(each: Telescope, wish: Wish): boolean {
  const { name, ota, design, camera, sensor, notes } = each;
  const text = [name, ota, design, camera, sensor, notes].join(" ").toLowerCase();
  const short = each.fov_arcmin === null ? undefined : Math.min(...each.fov_arcmin);
  const has = (filter: string) =>
    each.filters.some((one) => one.toLowerCase() === filter.trim().toLowerCase());
  return (
    (wish.site === undefined || each.site === siteCode(wish.site)) &&
    (wish.telescope === undefined || each.tid === tid(wish.telescope)) &&
    (wish.words === undefined || text.includes(wish.words.trim().toLowerCase())) &&
    (wish.filter === undefined || has(wish.filter)) &&
    (wish.min_field === undefined || (short !== undefined && short >= wish.min_field)) &&
    (wish.in_service === undefined || (each.active !== false) === wish.in_service)
  );
}

function row(each: Telescope) {
  const { tid: id, name, site: code, site_name, filters } = each;
  return {
    tid: id,
    name,
    site: code,
    site_name,
    filters,
    ...known({
      ota: each.ota,
      design: each.design,
      aperture_mm: each.aperture_mm,
      focal_length_mm: each.focal_length_mm,
      f_ratio: each.f_ratio,
      camera: each.camera,
      field_arcmin: each.fov_arcmin === null ? null : [...each.fov_arcmin],
      scale_arcsec_px: each.scale_arcsec_px,
      max_exposure_s: each.max_exposure_s,
      min_alt_deg: each.min_alt_deg,
      in_service: each.active,
      free_tier: each.free_tier,
      notes: each.notes,
    }),
  };
}
