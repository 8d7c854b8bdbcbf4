/** A source of numbers from 0 up to 1. Seeded, so that a failure can be had again. */
export type Random = () => number;

type Spelling = (path: string, random: Random) => string;

const one = <T>(from: readonly T[], random: Random): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error("the list is empty");
  return found;
};
const coded = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
const eachLetter = (path: string, change: (letter: string) => string) =>
  path.replace(/[A-Za-z]/g, change);
const before = (path: string, change: (before: string) => string) => {
  const [name = "", ...query] = path.split("?");
  return [change(name), ...query].join("?");
};
const into = (path: string, what: string, random: Random) => {
  const at = Math.floor(random() * (path.length + 1));
  return path.slice(0, at) + what + path.slice(at);
};
const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

/** Ways to write a path that a lenient server could take for the same one. */
const SPELLINGS: Spelling[] = [
  (path) => path.toLowerCase(),
  (path) => path.toUpperCase(),
  (path, random) => eachLetter(path, (l) => (random() < 0.5 ? l.toUpperCase() : l.toLowerCase())),
  (path, random) => eachLetter(path, (l) => (random() < 0.3 ? coded(l) : l)),
  (path, random) => eachLetter(path, (l) => (random() < 0.3 ? coded(l).toUpperCase() : l)),
  (path, random) => eachLetter(path, (l) => (random() < 0.2 ? coded(l).replace("%", "%25") : l)),
  (path, random) => eachLetter(path, (l) => (random() < 0.2 ? wide(l) : l)),
  (path, random) => eachLetter(path, (l) => (random() < 0.2 ? encodeURIComponent(wide(l)) : l)),
  (path, random) =>
    into(path, one(["%E2%80%8B", "\u200b", "%00", "%09", "\t", " "], random), random),
  (path, random) => into(path, one([".", "..", "/.", "/..", "%2e", ";", ";x=1"], random), random),
  (path) => `/x/..${path}`,
  (path) => `/.${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `/x%2f..${path}`,
  (path) => `/(S(x))${path}`,
  (path) => before(path, (name) => `${name}/`),
  (path) => before(path, (name) => `${name}/more`),
  (path) => before(path, (name) => `${name};jsessionid=1`),
  (path) => before(path, (name) => `${name}.`),
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replaceAll("/", "//"),
  (path, random) => path.replaceAll("/", one(["%2f", "%5c", "/%5c", "\\/"], random)),
  (path, random) => one(["//portal.test", "https://portal.test", "/@portal.test"], random) + path,
  (path, random) =>
    one(["//evil.test", "http://evil.test", "/\\evil.test", "evil.test"], random) + path,
  (path, random) =>
    `${path}${path.includes("?") ? "&" : "?"}${one(POSTBACKS, random)}=${one(["", "x", "CancelButton"], random)}`,
  (path) => `${path}${path.includes("?") ? "&" : "?"}action=view&action=reserve`,
  (path) => path.replace(/\?(.*)/, (_, query: string) => `?x=1&${query}&${query}`),
  (path) => path.replace(/\?(.*)/, (_, query: string) => `?${query.toUpperCase()}`),
  (path) => path.replaceAll("=", "%3d"),
  (path) => `${path}#fragment`,
];
const POSTBACKS = [
  "__EVENTTARGET",
  "__eventtarget",
  "%5f%5fEVENTTARGET",
  "+__EVENTTARGET",
  "__EVENTARGUMENT",
  "__CALLBACKID",
  "__VIEWSTATE1",
];
const PIECES = [
  "/",
  "//",
  "\\",
  "..",
  ".",
  "%2f",
  "%5c",
  "%2e",
  "%252f",
  "%00",
  "%0d%0a",
  "@",
  ":",
  "?",
  "#",
  "&",
  "=",
  ";",
  "%",
  " ",
  "\t",
  "\n",
  "é",
  "\u202e",
  "／",
  "。",
  "[::1]",
  "127.0.0.1",
  "evil.test",
  "http:",
  "https://",
  "javascript:",
  "data:,",
  "file:///",
  "portal.test",
  "Launchpad.aspx",
  "Services",
  "Portal.asmx",
  "GetAccount",
  "Reservations",
  "Settings",
  "x".repeat(40),
  "a",
  "1",
];

/** One `path` of the generator: half of them a spelling of one of these, half of them whatever. */
export function generatedPath(spending: readonly string[], random: Random): string {
  if (random() < 0.5) {
    const length = 1 + Math.floor(random() * 10);
    const start = random() < 0.6 ? "/" : "";
    return start + Array.from({ length }, () => one(PIECES, random)).join("");
  }
  let path = one(spending, random);
  for (let times = Math.floor(random() * 4); times > 0; times--)
    path = one(SPELLINGS, random)(path, random);
  return path;
}
