import { isObject, type Json, parseJson } from "../../../tools/kit/json.ts";
import type { Raw } from "../../../tools/portal/contract.ts";
import type { Exchange } from "../client/http.ts";
import { textOf } from "../client/read-body.ts";
import { unwrap } from "../decode.ts";
import { withoutSecrets } from "./without-secrets.ts";

/**
 * A portal's answer as a report of what was fetched: never its headers, never hidden form state, and none of the
 * `secrets`, which only the session and its member know.
 */
export function reportOf(
  path: string,
  answer: Exchange,
  now: number,
  secrets: readonly string[] = [],
): Raw {
  const clean = (text: string) => withoutSecrets(text, secrets);
  const type = answer.headers.get("content-type");
  const about = {
    path,
    final_path: clean(answer.url.pathname + answer.url.search),
    status: answer.status,
    content_type: type === null ? null : clean(type),
    json: null,
    d: null,
    text: null,
    bytes: answer.body.length,
    truncated: answer.truncated,
    fetched_at: new Date(now).toISOString(),
  };
  if (!/json|html|text|xml|javascript/i.test(type ?? "text")) return { ...about, kind: "binary" };
  const text = textOf(answer.body, type);
  if (/html/i.test(type ?? ""))
    return { ...about, kind: "html", text: clean(withoutComments(text)) };
  const json = /json/i.test(type ?? "") ? parsed(text) : undefined;
  if (json === undefined) return { ...about, kind: "text", text: clean(text) };
  const d = isObject(json) && "d" in json ? cleaned(unwrap(json), clean) : null;
  return { ...about, kind: "json", json: cleaned(json, clean), d };
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Without stacks at any depth, and with every text clean, names included. */
function cleaned(json: Json, clean: (text: string) => string): Json {
  if (typeof json === "string") return clean(json);
  if (Array.isArray(json)) return json.map((each) => cleaned(each, clean));
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) =>
      /^stack_?trace$/i.test(name) ? [] : [[clean(name), cleaned(value ?? null, clean)]],
    ),
  );
}

/** Error pages of a portal keep their stacks in comments. */
function withoutComments(page: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = page.indexOf("<!--"); open >= 0; open = page.indexOf("<!--", at)) {
    parts.push(page.slice(at, open));
    const close = page.indexOf("-->", open);
    at = close < 0 ? page.length : close + 3;
  }
  return parts.join("") + page.slice(at);
}
