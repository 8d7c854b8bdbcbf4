/** An observatory as the sky sees it: degrees north and east, metres above the sea, its civil time zone. */
export type Site = {
  code: string;
  name: string;
  latitude: number;
  longitude: number;
  metres: number;
  timezone: string;
};

/** The six sites in the portal's order. Places follow the Minor Planet Center's parallax constants; EYE has none. */
export const SITES: readonly Site[] = [
  site("SSO", "Siding Spring, Australia", -31.2733, 149.0644, 1164, "Australia/Sydney"),
  site("UDRO", "Utah Desert, USA", 37.7378, -113.6975, 1552, "America/Denver"),
  site("DSC", "Deep Sky Chile", -30.5264, -70.8536, 1732, "America/Santiago"),
  site("SRO", "Sierra Remote, USA", 37.0704, -119.413, 1377, "America/Los_Angeles"),
  site("AC", "AstroCamp, Spain", 38.1653, -2.3261, 1637, "Europe/Madrid"),
  site("EYE", "e-EyE, Spain", 38.2184, -6.6303, 560, "Europe/Madrid"),
];

// The provider's own rate sheet calls two of them otherwise.
const ALIASES: Record<string, string> = { SPA: "AC", EEYE: "EYE" };

/** The site that a code or an alias means, in any case, or nothing. */
export function siteOf(code: string): Site | undefined {
  const upper = code.trim().toUpperCase();
  return SITES.find((site) => site.code === (ALIASES[upper] ?? upper));
}

function site(
  code: string,
  name: string,
  latitude: number,
  longitude: number,
  metres: number,
  timezone: string,
): Site {
  return { code, name, latitude, longitude, metres, timezone };
}
