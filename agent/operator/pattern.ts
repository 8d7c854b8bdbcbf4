/**
 * The little language in which cards say what they understand:
 *
 *   word            this word               <class>   any phrase of a lexicon class
 *   [ … ]           may be left out         ( a | b ) one of
 *   {slot:type}     a value                 {slot=x}  sets a value without reading anything
 *   @rule           a named pattern         ~         any adjuncts of the card, in any order
 *   +1              costs: a reading that is possible but less likely
 */
export type Node =
  | { t: "word"; word: string }
  | { t: "class"; name: string }
  | { t: "slot"; slot: string; type: string }
  | { t: "set"; slot: string; value: string | boolean }
  | { t: "cost"; cost: number }
  | { t: "adjuncts" }
  | { t: "seq"; of: Node[] }
  | { t: "alt"; of: Node[] };

export type Rules = Readonly<Record<string, string>>;

const PIECE = /\s*(\{[^}]+\}|<[a-z-]+>|@[a-z-]+|\+\d|[[\]()|~]|[^\s[\](){}<>|~]+)/gy;

/** Compiles one pattern. Throws on an unbalanced one and on an unknown rule: both are mistakes in a card. */
export function compile(pattern: string, rules: Rules): Node {
  const pieces = [...pattern.matchAll(PIECE)].map((m) => m[1] ?? "");
  let at = 0;
  const alternatives = (closer: string): Node => {
    const of: Node[] = [];
    let seq: Node[] = [];
    for (;;) {
      const piece = pieces[at++];
      if (piece === undefined ? closer === "" : piece === closer) break;
      if (piece === undefined) throw new Error(`Unbalanced pattern: ${pattern}`);
      if (piece === "|") {
        of.push({ t: "seq", of: seq });
        seq = [];
      } else if (piece === "(") seq.push(alternatives(")"));
      else if (piece === "[") seq.push({ t: "alt", of: [alternatives("]"), { t: "seq", of: [] }] });
      else seq.push(leaf(piece, rules));
    }
    of.push({ t: "seq", of: seq });
    return of.length === 1 && of[0] ? of[0] : { t: "alt", of };
  };
  return alternatives("");
}

function leaf(piece: string, rules: Rules): Node {
  if (piece === "~") return { t: "adjuncts" };
  if (piece.startsWith("<")) return { t: "class", name: piece.slice(1, -1) };
  if (piece.startsWith("@")) {
    const rule = rules[piece.slice(1)];
    if (rule === undefined) throw new Error(`No such rule: ${piece}`);
    return compile(rule, rules);
  }
  if (/^\+\d$/.test(piece)) return { t: "cost", cost: Number(piece) };
  const set = /^\{(\w+)=(.*)\}$/.exec(piece);
  if (set?.[1]) {
    const value = set[2] ?? "";
    return {
      t: "set",
      slot: set[1],
      value: /^(true|false)$/.test(value) ? value === "true" : value,
    };
  }
  const slot = /^\{(\w+):(\w+)\}$/.exec(piece);
  if (slot?.[1] && slot[2]) return { t: "slot", slot: slot[1], type: slot[2] };
  if (/[{}[\]()]/.test(piece)) throw new Error(`Not a pattern piece: ${piece}`);
  return { t: "word", word: piece };
}

/** Every word a pattern spells out, for the list of words that are not taken for a name or a typo. */
export function wordsOf(node: Node): string[] {
  if (node.t === "word") return [node.word];
  return node.t === "seq" || node.t === "alt" ? node.of.flatMap(wordsOf) : [];
}
