import { PortalFailure } from "../failure.ts";

const POSTBACK = /^(__VIEWSTATE.*|__EVENTTARGET|__EVENTARGUMENT|__CALLBACKID|__CALLBACKPARAM)$/i;

/** The address on the portal that `path` names. Throws `bad_path` for whatever could lead anywhere else. */
export function guardedUrl(path: string, origin: string): URL {
  const wrong = faultOf(path);
  if (wrong !== undefined) throw bad(wrong);
  if (!URL.canParse(path, origin)) throw bad("is no address");
  const url = new URL(path, origin);
  if (url.origin !== origin || url.username || url.password) throw bad("leaves the portal");
  checkPostback(url);
  return url;
}

/** A GET that carries form state presses a button. Throws `path_blocked`. */
export function checkPostback(url: URL): void {
  for (const name of url.searchParams.keys())
    if (POSTBACK.test(name.trim()))
      throw new PortalFailure("path_blocked", "A GET that carries form state presses a button.", {
        detail: "Only reading is possible here.",
      });
}

function faultOf(path: string): string | undefined {
  if (path.length === 0 || path.length > 2048) return "has to have 1 to 2048 characters";
  if (!/^[\x21-\x7e]+$/.test(path)) return "has a character that an address has not";
  if (!path.startsWith("/")) return "has to start with /";
  if (/[\\#]/.test(path)) return "has a backslash or #";
  if (/%(?![0-9a-f]{2})/i.test(path)) return "has a broken % code";
  const [before = ""] = path.split("?");
  if (before.includes("//")) return "has an empty part";
  if (/%(2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)/i.test(before)) return "hides a separator";
  try {
    const parts = decodeURIComponent(before).split("/");
    if (parts.some((part) => /^\.{1,2}(;|$)/.test(part))) return "has a dot segment";
  } catch {
    return "has a % code that is no text";
  }
  return undefined;
}

const bad = (wrong: string) =>
  new PortalFailure("bad_path", `The path ${wrong}.`, {
    detail: "Give a path of the portal, such as /Launchpad.aspx.",
  });
