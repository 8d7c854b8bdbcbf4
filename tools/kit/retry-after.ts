/**
 * Seconds from `now` (milliseconds) that a `Retry-After` asks to wait, as a number or as an HTTP date; 0 for a date that
 * has passed. Not bounded: the caller knows for how long it is willing to. Undefined where it is neither.
 */
export function readRetryAfter(text: string | null | undefined, now: number): number | undefined {
  const said = text?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said);
  // Other dates are read as local time, or out of any word with a digit in it.
  if (!/^[A-Z][a-z]{2,8}, .* GMT$/.test(said)) return undefined;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}
