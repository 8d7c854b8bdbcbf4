import { HubError } from "../kit/errors.ts";

/** `a=b&c=d` as members. Throws HubError `bad-input` for a parameter that comes twice. */
export function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text.replace(/^\?/, ""))) {
    if (name in query)
      throw new HubError("bad-input", `The query has ${JSON.stringify(name)} twice.`);
    query[name] = value;
  }
  return query;
}
