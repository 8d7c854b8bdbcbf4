import type { Token } from "./tokens.ts";

/** Stands for "it": the object the conversation last named. */
export const IT = { it: true } as const;
export type SlotValue = string | number | boolean | readonly string[] | typeof IT;
export type Slots = Readonly<Record<string, SlotValue>>;

/** A way to read a slot at a place: where it ends, what it says, and how unlikely the reading is. */
export type Reading = { end: number; value: SlotValue; cost: number };

/** What a slot reader needs to know of the language around it. */
export type Words = {
  isKeyword(low: string): boolean;
  /** True for a word that is another system's own matter. */
  isForeign(low: string): boolean;
};
export type Reader = (tokens: readonly Token[], at: number, words: Words) => Reading[];

const NAME = /^[\p{L}\p{N}._-]+$/u;
// Never a name unless it is quoted or follows "called": pronouns, quantities, doubts, times.
const NOT_A_NAME = new Set(
  (
    "it its that this these those them they him her one ones he she i we you me us " +
    "all any every everything anything something nothing none some no not never each both either neither " +
    "or and but nor unless if whether because maybe perhaps possibly probably might may should shall must " +
    "tomorrow today yesterday later soon now tonight then yet again instead rather except " +
    "don't dont do does did doing done can't cannot won't would could will can is are was were be been have has " +
    "what which who whom whose why how when where old new oldest newest latest last first other another others " +
    "hmm hm um uh er oops sorry nope nah yes yeah sure ok okay maybe hello hi help " +
    "please thanks wait many few several more less everyone everybody somebody someone nobody stuff things thing " +
    "bigger smaller larger unlimited called named"
  ).split(" "),
);

const isWord = (token: Token | undefined): token is Token => token?.kind === "word";

/** A name after its noun ("the fileset list"): a keyword is possible there, and less likely. */
const name: Reader = (tokens, at, words) => {
  const token = tokens[at];
  if (token?.kind === "quoted") return [{ end: at + 1, value: token.text, cost: 0 }];
  if (!isWord(token) || !NAME.test(token.text) || NOT_A_NAME.has(token.low)) return [];
  // Another system's own word is less likely as a name, even where one is expected: "the space on the recorder".
  const cost = words.isKeyword(token.low) ? 4 : words.isForeign(token.low) ? 1 : 0;
  return [{ end: at + 1, value: token.text, cost }];
};

/** A name with nothing to announce it ("delete projects"): never a keyword. */
const bare: Reader = (tokens, at, words) => {
  const token = tokens[at];
  if (isWord(token) && words.isKeyword(token.low)) return [];
  const foreign = isWord(token) && words.isForeign(token.low) ? 2 : 0;
  return name(tokens, at, words).map((read) => ({ ...read, cost: read.cost + foreign }));
};

/** After "called" whatever comes is the name. */
const any: Reader = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind === "quoted") return [{ end: at + 1, value: token.text, cost: 0 }];
  return isWord(token) && NAME.test(token.text)
    ? [{ end: at + 1, value: token.text, cost: 0 }]
    : [];
};

/** One or more names: "a, b and c". */
const names: Reader = (tokens, at, words) => {
  const readings: Reading[] = [];
  let values: string[] = [];
  let cost = 0;
  for (let i = at; ; ) {
    const [read] = name(tokens, i, words);
    if (!read || typeof read.value !== "string") break;
    values = [...values, read.value];
    cost += read.cost;
    readings.push({ end: read.end, value: values, cost });
    i = read.end;
    const before = i;
    if (tokens[i]?.text === ",") i++;
    if (tokens[i]?.low === "and" || tokens[i]?.text === "&") i++;
    if (i === before) break;
  }
  return readings;
};

const it: Reader = (tokens, at) => {
  const first = tokens[at]?.kind === "word" ? tokens[at]?.low : undefined;
  if (first === "it") return [{ end: at + 1, value: IT, cost: 0 }];
  if (first !== "this" && first !== "that") return [];
  const next = tokens[at + 1]?.low;
  if (next === "one" || next === "fileset" || next === "snapshot" || next === "job")
    return [{ end: at + 2, value: IT, cost: 0 }];
  return [{ end: at + 1, value: IT, cost: 0 }];
};

const its: Reader = (tokens, at) =>
  tokens[at]?.low === "its" ? [{ end: at + 1, value: IT, cost: 0 }] : [];

/** "fs1/projects" or "fs1:projects". */
const scoped: Reader = (tokens, at) => {
  const token = tokens[at];
  return isWord(token) && /^[\p{L}\p{N}._-]+[:/][\p{L}\p{N}._-]+$/u.test(token.text)
    ? [{ end: at + 1, value: token.text, cost: 0 }]
    : [];
};

const path: Reader = (tokens, at) => {
  const token = tokens[at];
  return token && token.kind !== "mark" && /^\/\S/.test(token.text)
    ? [{ end: at + 1, value: token.text, cost: 0 }]
    : [];
};

/** Free text: in quotation marks, or everything up to the end of the sentence (less likely). */
const text: Reader = (tokens, at) => {
  const token = tokens[at];
  if (!token) return [];
  if (token.kind === "quoted") return [{ end: at + 1, value: token.text, cost: 0 }];
  const value = tokens
    .slice(at)
    .map((t) => t.raw)
    .join(" ")
    .replaceAll(/ ([,:]|'s)/g, "$1");
  return token.kind === "word" ? [{ end: tokens.length, value, cost: 1 }] : [];
};

/** What is looked for, up to the end of the sentence. */
const topic: Reader = (tokens, at, words) =>
  text(tokens, at, words).map((reading) => ({ ...reading, cost: 0 }));

const job: Reader = (tokens, at) => {
  const token = tokens[at];
  return token && token.kind !== "mark" && /^#?[\w./-]*\d[\w./-]*$/.test(token.text)
    ? [{ end: at + 1, value: token.text.replace(/^#/, ""), cost: 0 }]
    : [];
};

const mode: Reader = (tokens, at) => {
  const token = tokens[at];
  return isWord(token) && /^[0-7]{3,4}$/.test(token.text)
    ? [{ end: at + 1, value: token.text, cost: 0 }]
    : [];
};

/** A metric as the collector spells it: mem_memfree. */
const metric: Reader = (tokens, at) => {
  const token = tokens[at];
  return isWord(token) && /^[a-z]\w*_\w+$/.test(token.text)
    ? [{ end: at + 1, value: token.text, cost: 0 }]
    : [];
};

/** A whole query of the collector. */
const query: Reader = (tokens, at, words) =>
  text(tokens, at, words).filter(
    ({ value }) => typeof value === "string" && /^metrics \S/.test(value),
  );

const owner: Reader = (tokens, at) => {
  const token = tokens[at];
  return token && token.kind !== "mark" && /^[\w.-]+(?::[\w.-]+)?$/.test(token.text)
    ? [{ end: at + 1, value: token.text, cost: 0 }]
    : [];
};

export const NAMES: Readonly<Record<string, Reader>> = {
  name,
  bare,
  any,
  names,
  it,
  its,
  scoped,
  path,
  text,
  topic,
  job,
  metric,
  query,
  mode,
  owner,
};
