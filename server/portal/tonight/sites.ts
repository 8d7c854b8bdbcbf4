import type { SiteCode } from "../../../tools/portal/contract.ts";
import { SITES as PLACES } from "../sites.ts";

/** An observatory as the sky sees it: degrees north and east, metres above the sea, its civil time zone. */
export type Site = {
  code: SiteCode;
  name: string;
  latitude: number;
  longitude: number;
  metres: number;
  timezone: string;
};

/** The six sites in the portal's order, under the short names of a ranking. */
export const SITES: readonly Site[] = [
  site("SSO", "Siding Spring, Australia"),
  site("UDRO", "Utah Desert, USA"),
  site("DSC", "Deep Sky Chile"),
  site("SRO", "Sierra Remote, USA"),
  site("AC", "AstroCamp, Spain"),
  site("EYE", "e-EyE, Spain"),
];

function site(code: SiteCode, name: string): Site {
  const { latitude, longitude, altitudeM, zone } = PLACES[code];
  return { code, name, latitude, longitude, metres: altitudeM, timezone: zone };
}
