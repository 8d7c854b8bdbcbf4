import { distance } from "fastest-levenshtein";

/** The known word that a mistyped one was most likely meant to be; undefined where none is near. */
export function nearest(word: string, among: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const ranked = among
    .map((known) => ({
      known,
      away: known.startsWith(lower) && lower.length > 2 ? 1 : distance(known, lower),
    }))
    .sort((a, b) => a.away - b.away);
  const best = ranked[0];
  return best && best.away <= Math.max(2, Math.floor(best.known.length / 2))
    ? best.known
    : undefined;
}
