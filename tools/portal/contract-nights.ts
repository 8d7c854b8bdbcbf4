const DAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

/** What may be said for a date of a night. */
export const NIGHT_WORDS = ["tonight", "tomorrow", ...DAYS] as const;

const DAY_MS = 86_400_000;

/**
 * The date of the night that is meant, where tonight is the one that began or begins on `tonight` (YYYY-MM-DD). A day
 * of the week is the next night that begins on one, tonight included; a date is itself.
 */
export function nightDate(meant: string, tonight: string): string {
  const start = Date.parse(`${tonight}T00:00:00Z`);
  const after = (days: number) => new Date(start + days * DAY_MS).toISOString().slice(0, 10);
  if (meant === "tonight") return tonight;
  if (meant === "tomorrow") return after(1);
  const day = DAYS.map(String).indexOf(meant);
  return day < 0 ? meant : after((day - new Date(start).getUTCDay() + 7) % 7);
}
