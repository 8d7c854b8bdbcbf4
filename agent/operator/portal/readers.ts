import { siteOf, telescopeId } from "../../../tools/portal/contract.ts";
import { NIGHT_WORDS } from "../../../tools/portal/contract-nights.ts";
import type { Reader } from "../slots.ts";
import type { Token } from "../tokens.ts";

/** How people call the sites, by the codes of those that are meant. Longer names come first. */
const SITES: [says: string, codes: readonly string[]][] = [
  ["siding spring observatory", ["SSO"]],
  ["siding spring", ["SSO"]],
  ["australia", ["SSO"]],
  ["utah desert remote observatory", ["UDRO"]],
  ["utah desert", ["UDRO"]],
  ["utah", ["UDRO"]],
  ["deep sky chile", ["DSC"]],
  ["rio hurtado", ["DSC"]],
  ["chile", ["DSC"]],
  ["south america", ["DSC"]],
  ["sierra remote observatory", ["SRO"]],
  ["sierra remote", ["SRO"]],
  ["sierra", ["SRO"]],
  ["california", ["SRO"]],
  ["auberry", ["SRO"]],
  ["astrocamp", ["AC"]],
  ["nerpio", ["AC"]],
  ["entre encinas y estrellas", ["EYE"]],
  ["entre encinas", ["EYE"]],
  ["e-eye", ["EYE"]],
  ["fregenal", ["EYE"]],
  ["spain", ["AC", "EYE"]],
  ["europe", ["AC", "EYE"]],
  ["the united states", ["UDRO", "SRO"]],
  ["the states", ["UDRO", "SRO"]],
  ["the us", ["UDRO", "SRO"]],
  ["the usa", ["UDRO", "SRO"]],
];

/** All single words in the names of sites. */
export const SITE_WORDS: readonly string[] = [
  ...new Set([
    ...SITES.flatMap(([says]) => says.split(" ")).filter((word) => word.length > 3),
    ..."sso udro dsc sro spa eeye".split(" "),
  ]),
];

const says = (tokens: readonly Token[], at: number, words: readonly string[]) =>
  words.every((word, i) => tokens[at + i]?.kind === "word" && tokens[at + i]?.low === word);

/** A site by its code or a name of it: one code, or several where the name fits several. */
const site: Reader = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== "word") return [];
  const code = siteOf(token.text);
  if (code !== undefined) return [{ end: at + 1, value: code, cost: 0 }];
  for (const [name, codes] of SITES) {
    const words = name.split(" ");
    const [only, second] = codes;
    if (only && says(tokens, at, words))
      return [{ end: at + words.length, value: second ? codes : only, cost: 0 }];
  }
  return [];
};

/** "T11", "t05", "telescope 11", "T 11". */
const telescope: Reader = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== "word") return [];
  const announced = /^(?:telescope|scope|t)$/.test(token.low);
  const next = tokens[at + 1];
  if (announced) {
    const written = next?.kind === "word" ? telescopeId(next.text) : undefined;
    return written === undefined ? [] : [{ end: at + 2, value: written, cost: 0 }];
  }
  const id = token.low.startsWith("t") ? telescopeId(token.text) : undefined;
  return id === undefined ? [] : [{ end: at + 1, value: id, cost: 0 }];
};

const CATALOGUES: Record<string, string> = {
  m: "M",
  messier: "M",
  ngc: "NGC ",
  ic: "IC ",
  caldwell: "Caldwell ",
  sh2: "Sh2-",
  abell: "Abell ",
  arp: "Arp ",
  ldn: "LDN ",
  barnard: "Barnard ",
  vdb: "vdB ",
};
const CATALOGUED = /^(m|messier|ngc|ic|caldwell|sh2|abell|arp|ldn|barnard|vdb)[- ]?(\d{1,5})$/;

/** The noun with which a name of an object ends: "Orion Nebula". */
const KINDS = new Set(
  "nebula galaxy cluster cloud clouds chain group triplet remnant trunk helmet ring supernova pillars complex".split(
    " ",
  ),
);
/** Well-known names without such a noun, as the tools know them. */
const NAMES: [says: string, name?: string][] = [
  ..."andromeda|triangulum|pleiades|horsehead|rosette|helix|whirlpool|sombrero|pinwheel|carina|tarantula|omega centauri|centaurus a|leo triplet|47 tucanae|47 tuc|veil|crab|dumbbell|lagoon|trifid|eagle|crescent|california nebula|beehive|double cluster|rho ophiuchi|jellyfish|pacman|bubble|wizard|cone|seagull|flame|iris|cocoon|hercules cluster|jewel box|coalsack|owl|fireworks|sculptor|orion|mercury|venus|mars|jupiter|saturn|uranus|neptune|pluto"
    .split("|")
    .map((name): [string] => [name]),
  ["seven sisters", "Pleiades"],
  ["lmc", "Large Magellanic Cloud"],
  ["smc", "Small Magellanic Cloud"],
];

/** An object of the sky: of a catalogue, in quotation marks, or by a name that is known or ends with its kind. */
const target: Reader = (tokens, at, words) => {
  const first = tokens[at];
  if (!first) return [];
  if (first.kind === "quoted") return [{ end: at + 1, value: first.text, cost: 0 }];
  if (first.kind !== "word") return [];
  const next = tokens[at + 1];
  for (const [written, length] of [
    [next?.kind === "word" ? `${first.low} ${next.low}` : "", 2],
    [first.low, 1],
  ] as const) {
    const [, catalogue = "", number = ""] = CATALOGUED.exec(written) ?? [];
    if (number !== "")
      return [{ end: at + length, value: `${CATALOGUES[catalogue]}${Number(number)}`, cost: 0 }];
  }
  const start = first.low === "the" ? at + 1 : at;
  const found = named(tokens, start, words);
  return found.map(({ end, value }) => ({ end, value, cost: 0 }));
};

function named(tokens: readonly Token[], at: number, words: { isKeyword(low: string): boolean }) {
  const found: { end: number; value: string }[] = [];
  for (let end = at + 1; end <= Math.min(at + 5, tokens.length); end++) {
    const last = tokens[end - 1];
    if (!last || last.kind === "quoted" || (last.kind === "mark" && last.text !== "'s")) break;
    // A word of the language, such as "is", is no part of a name; the "'s" of Thor's Helmet is one.
    const isOurs = KINDS.has(last.low) || isNameWord(last.low) || last.text === "'s";
    if (end - at > 1 && words.isKeyword(last.low) && !isOurs) break;
    if (end - at > 1 && KINDS.has(last.low) && last.kind === "word")
      found.push({ end, value: written(tokens, at, end) });
  }
  for (const [name, known] of NAMES)
    if (says(tokens, at, name.split(" "))) {
      const end = at + name.split(" ").length;
      found.push({ end, value: known ?? written(tokens, at, end) });
    }
  const [first] = tokens.slice(at);
  return first &&
    /^(?:a|an|any|my|this|that|each|every|some|which|what|best|good|great|nice|bright|brightest|other|another|next|top|suitable)$/.test(
      first.low,
    )
    ? []
    : found;
}

const isNameWord = (low: string) => /^(?:of|and|de|omega|north|south|america)$/.test(low);

const written = (tokens: readonly Token[], from: number, to: number) =>
  tokens
    .slice(from, to)
    .map((token) => token.text)
    .join(" ")
    .replaceAll(/ 's/g, "'s");

/** The date of a night: 2026-12-01, or a word that the tools know for one. */
const night: Reader = (tokens, at) => {
  const { low = "", text = "" } = tokens[at] ?? {};
  if (/^20\d\d-\d\d-\d\d$/.test(text)) return [{ end: at + 1, value: text, cost: 0 }];
  const word = NIGHT_WORDS.find((one) => one === low && one !== "tonight");
  return word === undefined ? [] : [{ end: at + 1, value: word, cost: 0 }];
};

const FILTERS: Record<string, string> = {
  ha: "Ha",
  "h-alpha": "Ha",
  halpha: "Ha",
  oiii: "OIII",
  o3: "OIII",
  sii: "SII",
  s2: "SII",
  luminance: "L",
  red: "R",
  green: "G",
  blue: "B",
  clear: "Clear",
  osc: "OSC",
};

const filter: Reader = (tokens, at) => {
  const found = FILTERS[tokens[at]?.low ?? ""];
  return found === undefined ? [] : [{ end: at + 1, value: found, cost: 0 }];
};

export const READERS: Readonly<Record<string, Reader>> = { site, telescope, target, night, filter };
