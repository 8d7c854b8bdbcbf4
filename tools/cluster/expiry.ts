import { HubError } from "../kit/errors.ts";

const DAY_MS = 86_400_000;
const SPAN = /^(\d{1,4})\s*(h|d|w)$/i;
const HOURS = { h: 1, d: 24, w: 168 };

/**
 * When a snapshot may be deleted, as the cluster writes a time: "2027-01-31 10:00:00,000", in UTC. Takes a date, a
 * date and time, or a span from now such as 30d. Throws HubError `bad-input` for the past and for anything else.
 */
export function clusterTime(text: string, now: number): string {
  const span = SPAN.exec(text.trim());
  const unit = span?.[2]?.toLowerCase() as keyof typeof HOURS | undefined; // the expression knows no other unit
  const time =
    span && unit ? now + Number(span[1]) * HOURS[unit] * (DAY_MS / 24) : parsed(text.trim());
  if (time === undefined || Number.isNaN(time))
    throw new HubError("bad-input", `${JSON.stringify(text)} is no time.`, {
      advice: "Write 2027-01-31, 2027-01-31 10:00 or a span such as 30d.",
    });
  if (time <= now) throw new HubError("bad-input", "The expiry time lies in the past.");
  return new Date(time).toISOString().replace("T", " ").replace(".", ",").replace("Z", "");
}

function parsed(text: string): number | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,3})?Z?)?$/.exec(text);
  return found ? Date.parse(`${found[1]}T${found[2] ?? "00:00"}Z`) : undefined;
}
