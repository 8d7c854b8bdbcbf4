import type { JsonObject } from "../../../tools/kit/json.ts";
import type { Call, Ending, Result } from "../card.ts";
import { call, given } from "../resolve.ts";
import type { Slots } from "../slots.ts";

/** The same read once for each site that was meant, or once for all where none was. */
export function* askSites(
  tool: string,
  { site }: Slots,
  more: JsonObject = {},
): Generator<readonly Call[], Ending, readonly Result[]> {
  const sites = Array.isArray(site) ? (site as readonly string[]) : [site]; // as: a site is a code or several
  const results = yield sites.map((code) => call(tool, given({ ...more, site: code })));
  // What it says of the weather names its site itself.
  if (tool === "portal_weather") return { end: "show", results };
  return {
    end: "show",
    results,
    headings: sites.map((code) => `${typeof code === "string" ? code : "All"}:`),
  };
}
