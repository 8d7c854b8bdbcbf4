import type AnthropicSdk from "@anthropic-ai/sdk";
import { readRetryAfter } from "../kit/retry-after.ts";
import { cleanText, cut } from "../kit/untrusted.ts";
import { LlmError } from "./llm.ts";

/** Longest wait that a server's retry-after can impose. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * Whatever the SDK threw, as one LlmError. It carries no cause: the SDK's errors hold the response and its headers,
 * and a proxy may echo the key in its message, so that the secrets are taken out of the words as well.
 */
export function toLlmError(
  thrown: unknown,
  sdk: typeof AnthropicSdk,
  about: { secrets: readonly string[]; quietSeconds: number | undefined; now: number },
): LlmError {
  if (about.quietSeconds !== undefined)
    return new LlmError(
      "network",
      `The model gave no sign of life for ${about.quietSeconds} s.`,
      again(),
    );
  if (thrown instanceof sdk.APIConnectionError) return unreachable(thrown);
  if (thrown instanceof sdk.APIError) return fromApi(thrown, about);
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new LlmError("broken-stream", `The reply broke off: ${said(words, about)}.`, again());
}

const again = (afterSeconds?: number) => ({
  retry: afterSeconds === undefined ? {} : { afterSeconds },
});

type Api = InstanceType<typeof AnthropicSdk.APIError>;

function fromApi(error: Api, about: { secrets: readonly string[]; now: number }): LlmError {
  const words = said(error.apiMessage ?? error.message, about);
  const after = error.headers ? retryAfter(error.headers, about.now) : undefined;
  const { status, type } = error;
  if (status === 429 || type === "rate_limit_error")
    return new LlmError("rate-limit", `The model's rate limit is reached: ${words}.`, again(after));
  if (status === 529 || type === "overloaded_error")
    return new LlmError("overloaded", "The model is overloaded.", again(after));
  if (status === 401 || status === 403 || status === 402)
    return new LlmError("sign-in", `The model's server refused the account (${status}): ${words}.`);
  if (status === undefined)
    return type === "invalid_request_error"
      ? new LlmError("bad-request", `The model refused the request: ${words}.`)
      : new LlmError("broken-stream", `The reply broke off: ${words}.`, again());
  if (status === 408 || status === 409 || status >= 500)
    return new LlmError(
      "network",
      `The model's server failed (${status}): ${words}.`,
      again(after),
    );
  return new LlmError(
    "bad-request",
    `The model's server refused the request (${status}): ${words}.`,
  );
}

/** Nothing is there at all: more often an address that is wrong, or a server not started, than a passing weakness. */
const NOBODY: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH"]);

function unreachable(error: Error): LlmError {
  const code = codeOf(error);
  const words = `The model's server could not be reached${code ? ` (${code})` : ""}.`;
  // A certificate does not get better by asking again.
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new LlmError("network", words);
  return new LlmError("network", words, {
    retry: code === "" || NOBODY.has(code) ? { attempts: 3 } : {},
  });
}

/** The system's code of a failed connection, such as ECONNREFUSED; fetch hides it a few causes deep. */
function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== "object" || error === null || depth > 4) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause, depth + 1) : "";
}

/** Seconds to wait, from `retry-after-ms` or `retry-after` (seconds or a date), never more than a minute. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  const seconds = Number.isNaN(ms) ? readRetryAfter(headers.get("retry-after"), now) : ms / 1000;
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS);
}

function said(words: string, about: { secrets: readonly string[] }): string {
  let clean = words;
  for (const secret of about.secrets) clean = clean.replaceAll(secret, "[redacted]");
  return cut(cleanText(clean).replaceAll(/\s+/g, " ").trim(), 300).replace(/\.$/, "");
}
