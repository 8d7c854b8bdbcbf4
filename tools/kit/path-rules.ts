import { RE2JS } from "re2js";
import { HubError } from "./errors.ts";

export type PathRules = {
  /** Says why these objects may not be touched, or nothing. */
  refuse(touches: readonly string[]): HubError | undefined;
  /** Deny rules alone: for the path of a collection, whose items are then looked at one by one. */
  denies(path: string): HubError | undefined;
  /** False for an object that the rules hide; lists leave it out. */
  shows(path: string): boolean;
  /** True when at least one rule is set. */
  set: boolean;
};

/**
 * Allow and deny rules on canonical decoded paths below the API root, such as `/filesystems/fs1/filesets/a`.
 * An allow rule has to match the whole path; a deny rule refuses wherever it matches, and wins. The asymmetry is
 * deliberate: a rule that says too little then refuses too much, never too little. Patterns are RE2: no input can
 * make them slow. Throws HubError `bad-input` on a pattern that does not compile.
 */
export function pathRules(rules: { allow: string[]; deny: string[] }): PathRules {
  const allow = rules.allow.map((source) => compile(source, "ALLOW"));
  const deny = rules.deny.map((source) => compile(source, "DENY"));
  const denied = (path: string) => deny.some((rule) => rule.matcher(path).find());
  const allowed = (path: string) => allow.length === 0 || allow.some((rule) => rule.matches(path));
  return {
    set: allow.length + deny.length > 0,
    shows: (path) => !denied(path) && allowed(path),
    denies: (path) => (denied(path) ? refusal(path, "is denied by") : undefined),
    refuse(touches) {
      for (const path of touches) {
        if (denied(path)) return refusal(path, "is denied by");
        if (!allowed(path)) return refusal(path, "is not covered by");
      }
      return undefined;
    },
  };
}

function refusal(path: string, how: string): HubError {
  return new HubError("not-allowed", `${path} ${how} the operator's path rules.`, {
    advice: "Work on another object, or ask the operator.",
  });
}

function compile(source: string, kind: "ALLOW" | "DENY"): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    throw new HubError("bad-input", `The ${kind} path rule ${source} is not a usable pattern.`, {
      advice: "Write it in RE2 syntax (no look-around, no back-references).",
      cause,
    });
  }
}
