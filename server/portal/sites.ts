import type { SiteCode } from "../../tools/portal/contract.ts";

export type Site = {
  name: string;
  latitude: number;
  longitude: number;
  altitudeM: number;
  zone: string;
};

const site = (
  name: string,
  latitude: number,
  longitude: number,
  altitudeM: number,
  zone: string,
) => ({
  name,
  latitude,
  longitude,
  altitudeM,
  zone,
});

/**
 * The six observatories. Degrees, east positive; IANA time zones. Places follow the Minor Planet Center's parallax
 * constants; EYE has none.
 */
export const SITES: Record<SiteCode, Site> = {
  SSO: site("Siding Spring Observatory, Australia", -31.2733, 149.0644, 1164, "Australia/Sydney"),
  UDRO: site("Utah Desert Remote Observatory, USA", 37.7378, -113.6975, 1552, "America/Denver"),
  DSC: site("Deep Sky Chile", -30.5264, -70.8536, 1732, "America/Santiago"),
  SRO: site("Sierra Remote Observatory, USA", 37.0704, -119.413, 1377, "America/Los_Angeles"),
  AC: site("AstroCamp, Spain", 38.1653, -2.3261, 1637, "Europe/Madrid"),
  EYE: site("Entre Encinas y Estrellas, Spain", 38.2184, -6.6303, 560, "Europe/Madrid"),
};
