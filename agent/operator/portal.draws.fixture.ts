import { SITE_CODES } from "../../tools/portal/contract.ts";

const CATALOGUES = [
  ["M", ["M", "m", "M ", "Messier "], 110],
  ["NGC ", ["NGC ", "ngc", "NGC"], 7840],
  ["IC ", ["IC ", "ic ", "IC"], 5386],
] as const;
const WELL_KNOWN = [
  "Andromeda Galaxy",
  "Orion Nebula",
  "Pleiades",
  "Horsehead",
  "North America Nebula",
  "Omega Centauri",
  "Rosette Nebula",
  "Leo Triplet",
  "Thor's Helmet",
  "47 Tucanae",
  "whirlpool galaxy",
  "Veil Nebula",
];
const SITES: [code: string, says: string][] = [
  ...SITE_CODES.flatMap((code): [string, string][] => [
    [code, code],
    [code, code.toLowerCase()],
  ]),
  ["SSO", "Siding Spring"],
  ["SSO", "Australia"],
  ["DSC", "Chile"],
  ["DSC", "Deep Sky Chile"],
  ["UDRO", "Utah"],
  ["SRO", "California"],
  ["SRO", "Sierra Remote"],
  ["AC", "AstroCamp"],
  ["AC", "Nerpio"],
  ["EYE", "e-EyE"],
];

/** A filler of the placeholders in the portal's paraphrases, with objects, sites and telescopes drawn at random. */
export function portalDraws(next: () => number): (text: string) => string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T; // never empty
  const [prefix, spellings, most] = pick(CATALOGUES);
  const object = 1 + Math.floor(next() * most);
  const [code, site] = pick(SITES);
  const telescope = 1 + Math.floor(next() * 80);
  const drawn: Record<string, string> = {
    o: `${pick(spellings)}${object}`,
    O: `${prefix}${object}`,
    w: pick(WELL_KNOWN),
    s: site,
    S: code,
    t: pick([
      `T${telescope}`,
      `t${telescope}`,
      `T${String(telescope).padStart(2, "0")}`,
      `telescope ${telescope}`,
    ]),
    T: `T${telescope}`,
  };
  return (text) => text.replaceAll(/\{(\w)\}/g, (whole, key: string) => drawn[key] ?? whole);
}
