import type { HeardWord } from "../words.ts";

/** The engine counts in frames of 10 ms. */
const FRAMES_PER_SECOND = 100;
/** Silence, sentence marks, noises and fillers are no words; `(2)` names a way to pronounce one. */
const NO_WORD = /^(<.*>|\[.*\]|\+\+.*\+\+)$/;
const VARIANT = /\(\d+\)$/;
/** Scores of the whole: `S` n `T` n `A` n `L` n. */
const SCORES = 8;

/**
 * One line of the engine's answer: `id S n T n A n L n`, then for each word the frame at which it begins, two scores and
 * the word, and at last the frame at which all ends. Undefined for any other line.
 * @param offset seconds to be added to all times
 */
export function parseHypseg(
  line: string,
  offset: number,
): { id: string; words: HeardWord[] } | undefined {
  const [id, ...fields] = line.trim().split(/\s+/);
  if (!id || fields[0] !== "S" || fields[6] !== "L") return undefined;
  const words: HeardWord[] = [];
  for (let at = SCORES; at + 4 < fields.length; at += 4) {
    const text = (fields[at + 3] ?? "").replace(VARIANT, "");
    if (NO_WORD.test(text)) continue;
    const start = offset + Number(fields[at]) / FRAMES_PER_SECOND;
    const end = offset + Number(fields[at + 4]) / FRAMES_PER_SECOND;
    if (Number.isFinite(start) && Number.isFinite(end)) words.push({ start, end, text });
  }
  return { id: id.split("/").at(-1) ?? id, words };
}
