import { HubError } from "../../kit/errors.ts";
import { isLoopback } from "../../kit/loopback.ts";
import { systemCodeWithin } from "../../kit/system-code.ts";
import { cut } from "../../kit/untrusted.ts";
import { ERRORS, type ErrorCode, errorBody, NOTHING_DONE } from "../contract.ts";
import type { Surface } from "./line.ts";

const COMMAND = { device: "outpost device", server: "outpost server" } as const;
/** What each calls the secret that it gives out. */
const SECRET = { device: "token", server: "key" } as const;
const ERROR_BYTES = 16 * 1024;

/** The failure that an answer tells of; its `cause` is the contract's code, where there is one. */
export async function failureOfAnswer(
  answer: Response,
  surface: Surface,
  place: string,
): Promise<HubError> {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    await answer.body?.cancel();
    return new HubError("failed", `${place} answered with a redirect, which is not followed.`, {
      advice: `Use the address of the ${surface} itself.`,
    });
  }
  const said = errorBody.safeParse(await shortJson(answer)).data;
  const code = said?.code !== undefined && isCode(said.code) ? said.code : codeOf(status);
  if (code === "unauthorized")
    return new HubError(
      "sign-in",
      `The ${surface} at ${place} does not take this ${SECRET[surface]}.`,
      {
        advice: tokenAdvice(surface),
        cause: code,
      },
    );
  if (!said)
    return new HubError("failed", `${place} answered with status ${status}, as no recorder does.`, {
      advice: `Check that it is the address of \`${COMMAND[surface]}\`.`,
      cause: code,
    });
  return new HubError(code ? problemOf(code) : "failed", cut(said.error, 200), {
    ...(said.detail ? { advice: cut(said.detail, 300) } : {}),
    cause: code,
    nothingDone: code !== undefined && NOTHING_DONE.has(code),
  });
}

/** The contract's code of a failure that came from a device or server. */
export function codeOfFailure(error: unknown): ErrorCode | undefined {
  const cause = error instanceof HubError ? error.cause : undefined;
  return typeof cause === "string" && isCode(cause) ? cause : undefined;
}

// A bug over there is a failure here.
const problemOf = (code: ErrorCode) => (code === "internal" ? "failed" : ERRORS[code][1]);

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** Of another implementation, which says no code: what the contract has for the status. */
function codeOf(status: number): ErrorCode | undefined {
  if (status === 401) return "unauthorized";
  if (status === 404) return "recording_not_found";
  return status === 409 ? "conflict" : undefined;
}

function tokenAdvice(surface: Surface): string {
  return surface === "device"
    ? "Set RECORDER_DEVICE_TOKEN to the token that `outpost device` showed when it started first."
    : "Set RECORDER_SERVER_KEY to a key of `outpost server keys create NAME`.";
}

async function shortJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ERROR_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

type Circumstances = { surface: Surface; place: string; signal: AbortSignal; slow: AbortSignal };

/** Then nobody has heard anything. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH"]);

/** What a broken connection means and what to do about it. */
export function failureOfLine(thrown: unknown, at: Circumstances): unknown {
  const { surface, place, signal, slow } = at;
  if (thrown instanceof HubError || signal.aborted) return thrown;
  if (slow.aborted)
    return new HubError("timed-out", `The ${surface} at ${place} does not answer in time.`, {
      advice: "Try again.",
      cause: thrown,
    });
  const code = systemCodeWithin(thrown);
  if (code === "ERR_TLS_PIN")
    return new HubError("unavailable", `The certificate at ${place} is not the pinned one.`, {
      advice: "Nothing was sent. If the recorder has a new one, pair it again.",
      cause: thrown,
      nothingDone: true,
    });
  if (code !== undefined && /CERT|SELF_SIGNED|ALTNAME/.test(code))
    return new HubError("unavailable", `The certificate at ${place} is not known here.`, {
      advice: "Nothing was sent. Give the fingerprint that it shows when it is paired.",
      cause: thrown,
      nothingDone: true,
    });
  if (!(thrown instanceof TypeError) && code === undefined) return thrown;
  return new HubError("unavailable", `No ${surface} answers at ${place}.`, {
    advice: howToStart(surface, place),
    cause: thrown,
    nothingDone: code !== undefined && NOT_CONNECTED.has(code),
  });
}

/** Started plainly it listens on its own machine alone, where somebody who asks from elsewhere would not find it. */
function howToStart(surface: Surface, place: string): string {
  const { hostname, port } = new URL(`http://${place}`);
  if (isLoopback(hostname)) return `Start it with \`${COMMAND[surface]}\`.`;
  const listen = port === "" ? "0.0.0.0:PORT" : `0.0.0.0:${port}`;
  return `Start it there with \`${COMMAND[surface]} --listen ${listen}\`.`;
}
