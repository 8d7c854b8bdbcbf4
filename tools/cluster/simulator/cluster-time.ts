/** A moment as the API writes it, in UTC: "2026-08-21 10:35:56,112". */
export function clusterTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("T", " ").replace(".", ",").slice(0, 23);
}

/** Milliseconds from "2026-08-21 10:35:56,112", from the same without the fraction, or from ISO 8601. */
export function readClusterTime(text: string): number | undefined {
  const iso = text.trim().replace(" ", "T").replace(",", ".");
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}
