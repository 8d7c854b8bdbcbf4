import type { JsonObject } from "../../kit/json.ts";
import { Refusal } from "./refusal.ts";
import type { ClusterState } from "./state.ts";

export type Version = "v2" | "v3";
export type Root = "/mgmt" | "/scalemgmt";

/** One request after routing. `body` is {} where there was none, or `null`. */
export type Call = {
  state: ClusterState;
  /** Milliseconds since 1970, by the simulator's clock. */
  now: number;
  method: string;
  version: Version;
  root: Root;
  /** The path as it was asked for, with root and version. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: JsonObject;
  /** v3 mutations answer operations instead of jobs. */
  operations: boolean;
};

export type Reply = { status: number; body: object };

/** A value from the path; that it is there is a promise of the route table. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Refusal(500, `The route has no parameter ${name}.`);
  return value;
}

/** An answer of success with the status envelope; `paging` stands first, as the API has it. */
export function ok(body: object): Reply {
  const status = { code: 200, message: "The request finished successfully." };
  return { status: 200, body: { status, ...body } };
}

/** Whether a query flag is set: `force`, `force=true`, `force=True` and `force=1` all are. */
export function flag(call: Call, name: string): boolean {
  const text = call.query.get(name);
  return text !== null && isTrue(text);
}

/** Whether a body or a query means yes; clients send true, "true", "True" and "yes". */
export function isTrue(value: unknown): boolean {
  return value === true || ["", "true", "yes", "1"].includes(String(value).toLowerCase());
}

/** The first of the named members that is there, as text; numbers come as numbers or as strings. */
export function text(body: JsonObject, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = body[name];
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
  }
  return undefined;
}
