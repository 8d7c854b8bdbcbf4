import { HubError, type Problem } from "../kit/errors.ts";
import type { JsonObject } from "../kit/json.ts";
import { redactText } from "../kit/redact.ts";
import { quoted } from "../kit/untrusted.ts";
import type { Answer } from "./http.ts";
import { objectIn } from "./object-paths.ts";

/** The API's own words about an error, one short line without a stack; empty where there are none. */
function apiMessage(json: JsonObject | undefined): string {
  const candidates = [objectIn(json?.status).message, json?.message, objectIn(json?.error).message];
  const text = candidates.find((value) => typeof value === "string") ?? "";
  // A stack trace starts at the first line that begins with "at some.class".
  const line = (String(text).split(/[\r\n]|\s+at [\w$.]+\(/)[0] ?? "").trim();
  return redactText(line);
}

const MISSING = /Invalid value in|does not exist|not exist|not found|no such|unknown/i;

/** True where the API says in JSON that a path or an object does not exist: never for a proxy's page. */
export function isCleanNotFound(answer: Answer): boolean {
  return answer.status === 404 && answer.json !== undefined;
}

/** What an answer of 400 and above means. `what` is the request in our words: "GET /mgmt/v3/nodes". */
export function apiError(answer: Answer, what: string, place: string): HubError {
  const message = apiMessage(answer.json);
  const said = message === "" ? "." : `: ${quoted(message, 200)}.`;
  const { problem, advice } = meaning(answer.status, message);
  const text =
    problem === "unavailable"
      ? `The cluster at ${place} answered ${answer.status} to ${what}${said}`
      : `The cluster refused ${what} with ${answer.status}${said}`;
  return new HubError(problem, text, { advice });
}

function meaning(status: number, message: string): { problem: Problem; advice: string } {
  if (status === 400 && MISSING.test(message))
    return { problem: "not-found", advice: "Check the names; the list tools show what there is." };
  if (status === 400)
    return { problem: "bad-input", advice: "Check the arguments against what the API expects." };
  if (status === 403)
    return {
      problem: "not-allowed",
      advice: "The account lacks a role for this on the cluster; its administrator can give it.",
    };
  if (status === 404)
    return { problem: "not-found", advice: "Neither the endpoint nor the object is there." };
  if (status === 405)
    return { problem: "failed", advice: "This cluster has no such operation; try endpoint_find." };
  if (status === 409)
    return {
      problem: "failed",
      advice: "Look at the present state; something else got there first.",
    };
  if (status === 429)
    return { problem: "limit", advice: "The cluster asks for fewer requests; wait a minute." };
  if (status >= 500)
    return { problem: "unavailable", advice: "Try again in a minute; then look at its own logs." };
  return { problem: "failed", advice: "Look at the cluster's own logs." };
}
