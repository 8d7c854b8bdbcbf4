/** One piece of a sentence. `text` keeps its letters as typed, without quotation marks; `low`
 * is what keywords are compared with; `raw` keeps the quotation marks. */
export type Token = { kind: "word" | "quoted" | "mark"; text: string; low: string; raw: string };

/** A sentence and how it ended. A question mark matters: "delete projects?" is not an order. */
export type Sentence = { tokens: Token[]; question: boolean };

const CLOSERS: Record<string, string> = {
  '"': '"”“',
  "“": '”"“',
  "”": '”"',
  "„": '“”"',
  "«": "»",
  "»": "«",
  "‘": "’'",
  "'": "'’",
  "`": "`",
  "‹": "›",
};
const SINGLE = new Set(["'", "‘"]);
// After these words 's is "is"; after any other it is a possessive.
const IS = new Set("what how who where when that there here it which".split(" "));
const SPOKEN: Record<string, string[]> = {
  whats: ["what", "is"],
  hows: ["how", "is"],
  wheres: ["where", "is"],
  gimme: ["give", "me"],
  lemme: ["let", "me"],
  wanna: ["want", "to"],
  dont: ["don't"],
  cant: ["can't"],
};

/**
 * Cuts a text into sentences of tokens. Names in quotation marks of any kind become one token; punctuation that
 * ends a word becomes a mark; full stops, exclamation and question marks followed by space end a sentence.
 */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let tokens: Token[] = [];
  for (const token of tokenise(text)) {
    if (token.kind !== "mark" || !/^[.!?]$/.test(token.text)) tokens.push(token);
    else if (tokens.length > 0) {
      found.push({ tokens, question: token.text === "?" });
      tokens = [];
    } else if (token.text === "?" && found.length > 0) {
      const last = found.at(-1);
      if (last) last.question = true;
    }
  }
  if (tokens.length > 0) found.push({ tokens, question: false });
  return found;
}

function tokenise(given: string): Token[] {
  const text = given.normalize("NFC");
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^[\s…]+/.exec(rest);
    if (space) {
      at += space[0].length;
      continue;
    }
    const quotation = quotationAt(text, at);
    if (quotation) {
      tokens.push({
        kind: "quoted",
        text: quotation.inner,
        low: "",
        raw: text.slice(at, quotation.end),
      });
      at = quotation.end;
      const owner = /^['’]s(?=\s|$|[.,;:!?])/.exec(text.slice(at));
      if (owner) tokens.push(mark("'s"));
      at += owner?.[0].length ?? 0;
      continue;
    }
    const run = /^[^\s"“”„«»‹…]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
    tokens.push(...wordTokens(run));
    at += run.length;
  }
  return tokens;
}

function quotationAt(text: string, at: number): { inner: string; end: number } | undefined {
  const opener = text.charAt(at);
  const closers = CLOSERS[opener];
  if (closers === undefined) return undefined;
  for (let end = at + 1; end < text.length; end++) {
    if (!closers.includes(text.charAt(end))) continue;
    // An apostrophe inside a word closes nothing.
    if (SINGLE.has(opener) && !/^(?:$|[\s.,;:!?)]|['’]s\b)/.test(text.slice(end + 1))) continue;
    const inner = text.slice(at + 1, end).trim();
    return inner === "" ? undefined : { inner, end: end + 1 };
  }
  return undefined;
}

const mark = (text: string): Token => ({ kind: "mark", text, low: text, raw: text });
const word = (text: string): Token => ({ kind: "word", text, low: text.toLowerCase(), raw: text });

function wordTokens(run: string): Token[] {
  if (/^[-–—]+$/.test(run)) return [mark(",")];
  const shape = /^([([{]*)(.*?)([.,;:!?)\]}]*)$/su.exec(run);
  const core = (shape?.[2] ?? run).replaceAll("’", "'");
  const tokens = core === "" ? [] : coreTokens(core);
  for (const end of shape?.[3] ?? "")
    if (/[.!?:]/.test(end)) tokens.push(mark(end));
    else if (/[,;]/.test(end)) tokens.push(mark(","));
  return tokens;
}

function coreTokens(core: string): Token[] {
  const pair = /^([A-Za-z_]+)=(.+)$/su.exec(core);
  if (pair?.[1] && pair[2]) return [word(pair[1]), mark("="), ...coreTokens(pair[2])];
  const listed = /^([\p{L}\w.-]*[\p{L}_][\p{L}\w.-]*),([\p{L}\w.,-]+)$/su.exec(core);
  if (listed?.[1] && listed[2]) return [word(listed[1]), mark(","), ...coreTokens(listed[2])];
  const spoken = SPOKEN[core.toLowerCase()];
  if (spoken) return spoken.map(word);
  const owner = /^(.+)'s$/su.exec(core)?.[1] ?? /^(.+s)'$/su.exec(core)?.[1];
  if (owner === undefined) return core === "'" ? [] : [word(core)];
  if (owner.toLowerCase() === "let") return [word("let's")];
  return IS.has(owner.toLowerCase()) ? [word(owner), word("is")] : [word(owner), mark("'s")];
}

/** True where one letter was left out, added, changed, or swapped with its neighbour. */
export function oneLetterOff(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const restA = a.slice(i);
  const restB = b.slice(i);
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1))
    return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
