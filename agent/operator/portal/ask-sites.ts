import type { JsonObject } from "../../../tools/kit/json.ts";
import type { Call, Ending, Result } from "../card.ts";
import { call, given, say } from "../resolve.ts";
import type { Slots } from "../slots.ts";

/** The sites in the words of the person, as they are said where another place was named. */
const KNOWN =
  "SSO (Siding Spring, Australia), UDRO (Utah), DSC (Deep Sky Chile), SRO (Sierra Remote, California), AC (AstroCamp, Spain) and EYE (Entre Encinas y Estrellas, Spain)";

/**
 * The same read once for each site that was meant, or once for all where none was. For a place that is no site
 * nothing is read: an answer about all the others would look like one about it.
 */
export function* askSites(
  tool: string,
  { site, elsewhere }: Slots,
  more: JsonObject = {},
): Generator<readonly Call[], Ending, readonly Result[]> {
  if (typeof elsewhere === "string")
    return say(`I know no site called “${elsewhere}”. The six are ${KNOWN}.`);
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
