import type { Json } from "./json.ts";

/** One request that a confirmed plan may send, exactly as listed and once. */
export type PlannedRequest = {
  /** What it does, as a clause without a subject: "link the fileset at /gpfs/fs1/projects". */
  title: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Canonical path below the API root, segments encoded: `/filesystems/fs1/filesets/projects:link`. */
  path: string;
  query?: Record<string, string>;
  body?: Json;
  /** The stricter of what it means and what its wire verb is. */
  effect: "changes" | "destroys";
  /** Canonical decoded paths of every object it touches, those named in its body included. */
  touches: string[];
  /** The line a person reads: method and full path as it will be sent. */
  wire: string;
  /** What is sent instead where the system answers that it does not have that endpoint. */
  otherwise?: string;
};

/** Something the person should know before saying yes, read from the system just before. */
export type Fact = { label: string; value: string; risk?: boolean };

/** What a plan is about. `within` says where, for names that are not the only ones of their kind: "fs1". */
export type Target = { kind: string; name: string; within?: string };

export type Plan = {
  /** One sentence in the imperative: what will be done, with every name and number that matters. */
  sentence: string;
  target: Target;
  requests: PlannedRequest[];
  /** The blast radius. Shown; not part of what a confirmation is bound to. */
  facts: Fact[];
  /** The identity and structure of the target (ids, link, status, snapshots, limits; never usage). */
  bound: Json;
};

/** What a plan does at its worst. */
export function planEffect(plan: Plan, declared: "changes" | "destroys"): "changes" | "destroys" {
  return declared === "destroys" || plan.requests.some((r) => r.effect === "destroys")
    ? "destroys"
    : "changes";
}

/** How one sent request ended. `accepted`: the system took it but had not finished when waiting ended. */
export type Sent = {
  request: PlannedRequest;
  state: "done" | "accepted";
  /** Id of the job or operation it started, if any. */
  job?: string;
  /** The API version that answered, such as "v3". */
  version?: string;
  answer?: Json;
};
