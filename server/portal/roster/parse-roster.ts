import { parse } from "csv-parse/sync";
import { siteOf, type Telescope, telescopeId } from "../../../tools/portal/contract.ts";
import { numberOf, wordsOf } from "../decode.ts";
import { PortalFailure } from "../failure.ts";
import { SITES } from "../sites.ts";

/** Nobody has so many telescopes; reading more would hold everybody else up. In letters. */
const MOST_LETTERS = 5_000_000;
const MOST_IN_CELL = 2000;

export type Roster = { telescopes: Telescope[]; skipped: { line: number; reason: string }[] };

const ALIASES: Record<string, string> = {
  telescope: "tid",
  id: "tid",
  scope: "tid",
  observatory: "site",
  location: "site",
  aperture: "aperture_mm",
  aperature_mm: "aperture_mm",
  focal_length: "focal_length_mm",
  fov: "fov_x_arcmin",
};
const KNOWN =
  "tid name site ota design aperture_mm focal_length_mm f_ratio camera sensor pixel_um array_x array_y fov_x_arcmin fov_y_arcmin scale_arcsec_px filters max_exposure_s min_alt_deg active free_tier control_url notes".split(
    " ",
  );

/** The telescopes of a roster file's text. A bad row is reported, not fatal; a header without tid, name, site is. */
export function parseRoster(text: string): Roster {
  if (text.length > MOST_LETTERS)
    throw new PortalFailure("roster_invalid", "The roster file is too large.");
  const header = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const skipped: Roster["skipped"] = [];
  const delimiter = [",", ";", "\t"].sort(
    (a, b) => header.split(b).length - header.split(a).length,
  )[0];
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    // With `info` every row is a record and where it stood, which the types of the library do not say.
    rows = parse(text, {
      bom: true,
      delimiter: delimiter ?? ",",
      info: true,
      on_skip: (fault) => {
        skipped.push({ line: Number(fault?.lines) || 0, reason: "the row has an open quote" });
      },
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_error: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof rows;
  } catch (cause) {
    throw new PortalFailure("roster_invalid", "The roster file is no table.", { cause });
  }
  const columns = (rows[0]?.record ?? []).map(columnOf);
  const lacking = ["tid", "name", "site"].filter((name) => !columns.includes(name));
  if (lacking.length > 0)
    throw new PortalFailure(
      "roster_invalid",
      `The roster file has no column ${lacking.join(", ")}.`,
    );
  const found = new Map<string, Telescope>();
  for (const { record, info } of rows.slice(1)) {
    if (record.every((cell) => /^[-=_\s]*$/.test(cell))) continue;
    const row = Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ""]));
    const read = telescopeOf(row);
    if (typeof read === "string") skipped.push({ line: info.lines, reason: read });
    else if (found.has(read.tid))
      skipped.push({ line: info.lines, reason: `${read.tid} is there twice` });
    else found.set(read.tid, read);
  }
  const number = (each: Telescope) => Number(each.tid.slice(1));
  return {
    telescopes: [...found.values()].sort((a, b) => number(a) - number(b)),
    skipped: skipped.sort((a, b) => a.line - b.line),
  };
}

function columnOf(written: string): string {
  const name = written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return ALIASES[name] ?? name;
}

function telescopeOf(row: Record<string, string>): Telescope | string {
  const tid = telescopeId(row.tid ?? "");
  if (tid === undefined) return `"${row.tid?.slice(0, 40)}" is no telescope`;
  const site = siteOf(row.site ?? "");
  if (site === undefined) return `"${row.site?.slice(0, 40)}" is no site`;
  if (Object.values(row).some((cell) => cell.length > MOST_IN_CELL))
    return `${tid} has a cell of more than ${MOST_IN_CELL.toLocaleString("en")} letters`;
  if (!row.name) return `${tid} has no name`;
  const number = (name: string) => numberOf(row[name]);
  const words = (name: string) => wordsOf(row[name]);
  const pair = (x: string, y: string): [number, number] | null => {
    const [first, second] = [number(x), number(y)];
    return first === null || second === null ? null : [first, second];
  };
  const extra = Object.entries(row).filter(
    ([name, value]) => !KNOWN.includes(name) && value !== "",
  );
  return {
    tid,
    name: row.name,
    site,
    site_name: SITES[site].name,
    ota: words("ota"),
    design: words("design"),
    aperture_mm: number("aperture_mm"),
    focal_length_mm: number("focal_length_mm"),
    f_ratio: number("f_ratio"),
    camera: words("camera"),
    sensor: words("sensor"),
    pixel_um: number("pixel_um"),
    array: pair("array_x", "array_y"),
    fov_arcmin: pair("fov_x_arcmin", "fov_y_arcmin"),
    scale_arcsec_px: number("scale_arcsec_px"),
    filters: (row.filters ?? "")
      .split(";")
      .map((each) => each.trim())
      .filter(Boolean),
    max_exposure_s: number("max_exposure_s"),
    min_alt_deg: number("min_alt_deg"),
    active: flagOf(row.active),
    free_tier: flagOf(row.free_tier),
    control_url: words("control_url"),
    notes: words("notes"),
    extra: Object.fromEntries(extra),
  };
}

function flagOf(written = ""): boolean | null {
  if (/^(true|1|yes)$/i.test(written)) return true;
  return /^(false|0|no)$/i.test(written) ? false : null;
}
