/** Which field holds state of a form or of a session, by its name. */
const STATE_NAME = /^__|token|validation|csrf/i;
/** Such a name, written anywhere, and the coded value that follows it a little later. */
const NAMED_STATE =
  /(__(?:VIEWSTATE\w{0,20}|EVENTVALIDATION|PREVIOUSPAGE|REQUESTVERIFICATIONTOKEN)(?!\w).{0,80}?)(?<![\w+/=-])(?!_)([\w+/=%-]{12,})/gis;
/** A session or a login that is a part of an address: /(S(…))/, /(F(…))/ or both in one. */
const IN_ADDRESS = /\/(?:\(|%28)(?:[A-Z](?:\(|%28)[^()\s"'<>%/]{1,500}(?:\)|%29)){1,4}(?:\)|%29)/gi;
const TAG = /<(?:input|meta)(?=[\s/])/gi;
/** One member of a tag: its name, and what it is set to, in quotes or without; an open quote goes to the end. */
const MEMBER = /[\s/]*([^\s/<>=]+)(?:\s*=\s*("[^"]*"?|'[^']*'?|[^\s<>]*))?/y;
/** Tags inside the quotes of tags would be read over and over. */
const MOST_MEMBERS = 100;

/** Text of the portal without form state, sessions in addresses, passwords that stand in fields, and `known` secrets. */
export function withoutSecrets(text: string, known: readonly string[]): string {
  let clean = withoutFields(text)
    .replace(NAMED_STATE, (_all, before: string, value: string) => before + omitted(value))
    .replace(IN_ADDRESS, "/(omitted)");
  for (const secret of known.flatMap(spellings)) clean = clean.replaceAll(secret, "[omitted]");
  return clean;
}

const omitted = (value: string) => `[omitted ${value.length} chars]`;

/** A secret as it is and as an address or a form would write it. Short ones would be found in innocent words. */
function spellings(secret: string): string[] {
  if (secret.length < 8) return [];
  const coded = encodeURIComponent(secret);
  return [...new Set([secret, coded, coded.replaceAll("%20", "+")])];
}

/** Read letter by letter and not as a tree: state also stands in comments, scripts and texts that are no page. */
function withoutFields(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(TAG)) {
    if (index < done) continue;
    const { end, instead } = readTag(text, index);
    if (instead === undefined) continue;
    parts.push(text.slice(done, index), instead);
    done = end;
  }
  return parts.join("") + text.slice(done);
}

/** Where the tag at `start` ends, and what takes its place where it holds something that is not to be seen. */
function readTag(text: string, start: number): { end: number; instead?: string } {
  const members = new Map<string, string>();
  const all: string[] = [];
  let at = start + 1;
  MEMBER.lastIndex = at;
  while (all.length < MOST_MEMBERS) {
    const found = MEMBER.exec(text);
    if (!found) break;
    at = MEMBER.lastIndex;
    const [, name = "", written = ""] = found;
    if (!members.has(name.toLowerCase()))
      members.set(name.toLowerCase(), written.replace(/^["']|["']$/g, ""));
    all.push(name);
  }
  const end = text[at] === ">" ? at + 1 : at;
  const value = members.get("value") ?? members.get("content");
  if (value === undefined) return { end };
  const type = members.get("type")?.toLowerCase() ?? "";
  const isState = type === "hidden" || STATE_NAME.test(members.get("name") ?? "");
  if (!isState && type !== "password" && type !== "email") return { end };
  const kept = ["type", "name", "id", "property"].flatMap((name) => {
    const is = members.get(name);
    return is === undefined ? [] : [`${name}="${is.replaceAll('"', "&quot;")}"`];
  });
  const said = isState ? omitted(value) : "";
  return { end, instead: `<${[all[0] ?? "input", ...kept, `value="${said}"`].join(" ")}>` };
}
