import { siteOf, type Telescope } from "../../../tools/portal/contract.ts";
import { PortalFailure, unknownSite } from "../failure.ts";

/** As in a query: texts, and nothing where it is not asked for. */
export type RosterFilter = {
  /** A site's code or alias, in any case. */
  site?: string | undefined;
  /** Words, all of which the row has to hold somewhere: name, optics, camera, filters, notes. */
  q?: string | undefined;
  /** "true" or "false"; a row that does not say is neither. */
  active?: string | undefined;
};

/** The rows that fit. Throws PortalFailure `unknown_site` or `bad_request`. */
export function filterRoster(rows: readonly Telescope[], only: RosterFilter): Telescope[] {
  const site = only.site === undefined ? undefined : siteOf(only.site);
  if (only.site !== undefined && !site) throw unknownSite();
  const active = only.active?.toLowerCase();
  if (active !== undefined && !["true", "false", "1", "0"].includes(active))
    throw new PortalFailure("bad_request", "active is true or false.");
  const wanted = active === undefined ? undefined : active === "true" || active === "1";
  const words = (only.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (site === undefined || row.site === site) &&
      (wanted === undefined || row.active === wanted) &&
      words.every((word) => textOf(row).includes(word)),
  );
}

function textOf(row: Telescope): string {
  const { tid, name, site, site_name, ota, design, camera, sensor, filters, notes } = row;
  const texts = [tid, name, site, site_name, ota, design, camera, sensor, ...filters, notes];
  return texts.filter(Boolean).join(" ").toLowerCase();
}
