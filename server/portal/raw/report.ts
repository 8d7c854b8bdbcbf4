import { parse } from "node-html-parser";
import { type Json, parseJson } from "../../../tools/kit/json.ts";
import type { Raw } from "../../../tools/portal/contract.ts";
import type { Exchange } from "../client/http.ts";
import { textOf } from "../client/read-body.ts";
import { isObject, unwrap } from "../decode.ts";

const SECRET_STATE = /^__|token|validation/i;

/** A portal's answer as a report of what was fetched: never its headers, never hidden form state. */
export function reportOf(path: string, answer: Exchange, now: number): Raw {
  const type = answer.headers.get("content-type");
  const about = {
    path,
    final_path: answer.url.pathname + answer.url.search,
    status: answer.status,
    content_type: type,
    json: null,
    d: null,
    text: null,
    bytes: answer.body.length,
    truncated: answer.truncated,
    fetched_at: new Date(now).toISOString(),
  };
  if (!/json|html|text|xml|javascript/i.test(type ?? "text")) return { ...about, kind: "binary" };
  const text = textOf(answer.body, type);
  if (/html/i.test(type ?? "")) return { ...about, kind: "html", text: withoutState(text) };
  if (!/json/i.test(type ?? "")) return { ...about, kind: "text", text };
  const json = withoutStacks(parsed(text));
  if (json === undefined) return { ...about, kind: "text", text };
  return { ...about, kind: "json", json, d: isObject(json) && "d" in json ? unwrap(json) : null };
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function withoutStacks(json: Json | undefined): Json | undefined {
  if (!isObject(json) || !("StackTrace" in json)) return json;
  const { StackTrace: _stack, ...rest } = json;
  return rest;
}

function withoutState(page: string): string {
  const root = parse(page, { comment: true });
  for (const input of root.querySelectorAll("input")) {
    const type = (input.getAttribute("type") ?? "").toLowerCase();
    const value = input.getAttribute("value") ?? "";
    if (type === "hidden" || SECRET_STATE.test(input.getAttribute("name") ?? ""))
      input.setAttribute("value", `[omitted ${value.length} chars]`);
    else if (type === "password" || type === "email") input.setAttribute("value", "");
  }
  return root.toString();
}
