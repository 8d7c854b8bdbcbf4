import type { Reader, Reading } from "./slots.ts";
import type { Token } from "./tokens.ts";

const SPELT: Record<string, number> = {
  a: 1,
  an: 1,
  half: 0.5,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  hundred: 100,
  thousand: 1000,
  million: 1_000_000,
};
const SCALES: Record<string, number> = { dozen: 12, hundred: 100, thousand: 1000, million: 1e6 };
const UNIT =
  /^(?:b|bytes?|([kmgtpe])(?:i?b|bytes?)?|(kilo|kibi|mega|mebi|giga|gibi|tera|tebi|peta|pebi|exa|exbi)(?:bytes?)?|(meg|gig|tb)s?)$/i;
const DIGITS = /^\d{1,3}(?:[ ,_']\d{3})+$|^\d+(?:[.,]\d+)?$/;

type Number_ = { end: number; value: number };

/** A number in digits or words: 10, 1.5, 10,000, ten, half a, a hundred. */
function numberAt(tokens: readonly Token[], at: number): Number_ | undefined {
  const token = tokens[at];
  if (token?.kind !== "word") return undefined;
  const plain = plainNumber(token.low);
  const spelt = SPELT[token.low];
  let value = plain ?? spelt;
  if (value === undefined) return undefined;
  let end = at + 1;
  if (token.low === "half" && /^an?$/.test(tokens[end]?.low ?? "")) end++;
  else if (value >= 1 || plain !== undefined) {
    const scale = SCALES[tokens[end]?.low ?? ""];
    if (scale !== undefined && token.low !== "hundred") {
      value *= scale;
      end++;
    }
  }
  return { end, value };
}

function plainNumber(text: string): number | undefined {
  if (!DIGITS.test(text)) return undefined;
  const grouped = /^\d{1,3}(?:[ ,_']\d{3})+$/.test(text);
  return Number(grouped ? text.replaceAll(/\D/g, "") : text.replace(",", "."));
}

function unitLetter(text: string): string | undefined {
  const found = UNIT.exec(text);
  if (!found) return undefined;
  const letter = found[1] ?? found[2] ?? found[3];
  return letter === undefined ? "" : letter.charAt(0).toUpperCase();
}

const shown = (value: number, unit: string) =>
  unit === "" || Number.isInteger(value) ? `${value}${unit}` : `${Number(value.toFixed(3))}${unit}`;

/** A size in any everyday spelling, answered as the tools take it: "10 GiB" → 10G, "half a terabyte" → 0.5T. */
const size: Reader = (tokens, at) => {
  const first = tokens[at];
  if (!first || first.kind === "mark") return [];
  // "10GiB" and "“10 GiB”" are one token; digits alone are bytes, which only a whole and large number can be.
  const whole = /^(\d[\d.,_]*)\s*([a-z]*)$/i.exec(first.text);
  const readings: Reading[] = [];
  const amount = plainNumber(whole?.[1] ?? "");
  const unit = whole?.[2] ? unitLetter(whole[2]) : undefined;
  if (amount !== undefined && unit !== undefined)
    readings.push({ end: at + 1, value: shown(amount, unit), cost: 0 });
  const spaced = numberAt(tokens, at);
  const after = spaced && tokens[spaced.end]?.kind === "word" ? tokens[spaced.end]?.low : undefined;
  const named = after === undefined ? undefined : unitLetter(after);
  // "a b" is no byte: a bare letter is a unit only behind digits.
  const unitIsWord = (after?.length ?? 0) > 1 || /^\d/.test(first.text);
  if (spaced && named !== undefined && unitIsWord)
    readings.push({ end: spaced.end + 1, value: shown(spaced.value, named), cost: 0 });
  if (spaced && named === undefined && Number.isInteger(spaced.value) && spaced.value >= 1_048_576)
    readings.push({ end: spaced.end, value: String(spaced.value), cost: 1 });
  return readings;
};

/** A whole number: of files, of inodes. "100k", "2 million". */
const count: Reader = (tokens, at) => {
  const short = /^(\d+(?:\.\d+)?)([km])$/i.exec(tokens[at]?.low ?? "");
  if (short) {
    const value = Number(short[1]) * (short[2] === "k" ? 1000 : 1_000_000);
    return Number.isInteger(value) ? [{ end: at + 1, value, cost: 0 }] : [];
  }
  const found = numberAt(tokens, at);
  return found && Number.isInteger(found.value) && !/^an?$/.test(tokens[at]?.low ?? "")
    ? [{ end: found.end, value: found.value, cost: 0 }]
    : [];
};

const PERIODS: [RegExp, number][] = [
  [/^s(?:ec(?:ond)?s?)?$/, 1],
  [/^m(?:in(?:ute)?s?)?$/, 60],
  [/^h(?:(?:ou)?rs?)?$/, 3600],
  [/^d(?:ays?)?$/, 86_400],
  [/^w(?:eeks?)?$/, 604_800],
];

/** A length of time, in seconds: "2 minutes", "30s", "an hour", "hour". */
const seconds: Reader = (tokens, at) => {
  const joined = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(tokens[at]?.low ?? "");
  const found = joined ? { end: at, value: Number(joined[1]) } : numberAt(tokens, at);
  const start = found ?? { end: at, value: 1 };
  const unit = joined ? joined[2] : tokens[start.end]?.low;
  const length = PERIODS.find(([shape]) => shape.test(unit ?? ""))?.[1];
  if (length === undefined || (!found && (unit?.length ?? 0) < 3)) return [];
  return [{ end: start.end + 1, value: Math.round(start.value * length), cost: 0 }];
};

export const AMOUNTS: Readonly<Record<string, Reader>> = { size, count, seconds };
