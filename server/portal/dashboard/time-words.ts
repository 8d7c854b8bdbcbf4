const MINUTE = 60_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** "7 h 12 min" of milliseconds; "under a minute" is the least. */
export function spanWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return "under a minute";
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** "2 min old" of seconds. */
export function ageWords(seconds: number): string {
  return `${spanWords(Math.max(0, seconds) * 1000)} old`;
}

/** "2 min ago" of seconds. */
export function agoWords(seconds: number): string {
  return seconds < 60 ? "just now" : `${spanWords(seconds * 1000)} ago`;
}

/** "20:14" as a clock in that zone shows it. */
export function clock(at: Date, zone = "UTC"): string {
  return formatter(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** "Sat 21 Nov" in that zone. */
export function dayWords(at: Date, zone = "UTC"): string {
  const { weekday, day, month } = Object.fromEntries(
    formatter(zone, { weekday: "short", day: "numeric", month: "short" })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${weekday} ${day} ${month}`;
}

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${Object.keys(options).join(" ")}`;
  const made = clocks.get(key) ?? new Intl.DateTimeFormat("en", { timeZone: zone, ...options });
  clocks.set(key, made);
  return made;
}
