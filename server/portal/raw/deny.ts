import { PortalFailure } from "../failure.ts";

const ALWAYS =
  /^(logout|logoff|signout|cancel(?!l?ations?\b)|delete|remove|purchase|checkout|unsubscribe)/i;

/** Verb → how a harmless noun goes on, so that /Settings and /Launchpad.aspx stay readable in any case. */
const VERBS: Record<string, RegExp> = {
  book: /^ings?|^mark/,
  reserve: /^[sd]$/,
  create: /^d/,
  add: /^s$|^ress/,
  insert: /^s$/,
  update: /^[sd]$/,
  save: /^[sd]$/,
  set: /^tings?|^s$/,
  submit: /^ted/,
  pay: /^ments?/,
  buy: /^ers?$/,
  start: /^ed|^s$/,
  run: /^s$|^ning/,
  launch: /^pad/,
  upgrade: /^s$/,
  downgrade: /^s$/,
  renew: /^als?/,
};
const DOES =
  /^(action|act|button|cmd|command|do|event|func|function|handler|method|mode|op|operation|task|verb)$/i;

/** Throws `path_blocked` for a path whose words say that it changes something. */
export function checkDeny(url: URL): void {
  const parts = textOf(url.pathname).split("/");
  const doing = [...url.searchParams].flatMap(([name, value]) => {
    return DOES.test(plain(name).trim()) ? [plain(value)] : [];
  });
  const word = [...parts, ...doing].find(saysChange);
  if (word === undefined) return;
  throw new PortalFailure("path_blocked", "The path reads like one that changes something.", {
    detail: "Only reading is possible here; book and cancel in a browser.",
  });
}

/** Letters that a server may take for plain ones as those, and without what is not seen. */
const plain = (text: string) => text.normalize("NFKC").replace(/\p{Cf}/gu, "");

function textOf(pathname: string): string {
  try {
    return plain(decodeURIComponent(pathname));
  } catch {
    throw new PortalFailure("path_blocked", "The path has a % code that is no text.");
  }
}

function saysChange(written: string): boolean {
  const word = written.replace(/^[^A-Za-z]+/, "");
  if (ALWAYS.test(word)) return true;
  return Object.entries(VERBS).some(([verb, noun]) => {
    if (!word.toLowerCase().startsWith(verb)) return false;
    const rest = word.slice(verb.length);
    const isCamel = /^[A-Z]/.test(rest) && word !== word.toUpperCase();
    const [end = ""] = rest.toLowerCase().split(/[^a-z]/);
    return isCamel || !noun.test(end);
  });
}
