import { HubError } from "../kit/errors.ts";

/** What a failed connection means and what to do. `place` is `host:port`; nothing of the request is repeated. */
export function wireError(thrown: unknown, place: string, signal: AbortSignal): HubError {
  if (thrown instanceof HubError) return thrown;
  if (signal.aborted && !timedOut(signal))
    return new HubError("interrupted", "It was interrupted.", { cause: thrown });
  if (signal.aborted)
    return new HubError("timed-out", `The cluster at ${place} took too long to answer.`, {
      advice: "Try again; if it goes on, look at the load of the management node.",
      cause: thrown,
    });
  const code = codeOf(thrown);
  const known = code === undefined ? undefined : KNOWN[code];
  if (known)
    return new HubError(known.problem ?? "unavailable", known.what(place), {
      advice: known.advice,
      cause: thrown,
    });
  return new HubError("unavailable", `The connection to the cluster at ${place} broke.`, {
    advice: "Try again; `outpost doctor` checks each step.",
    cause: thrown,
  });
}

function timedOut(signal: AbortSignal): boolean {
  return signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
}

/** The innermost error code: undici and node wrap the one that says something. */
function codeOf(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; depth++) {
    if ("code" in error && typeof error.code === "string" && error.code in KNOWN) return error.code;
    if (error instanceof AggregateError && error.errors.length > 0) error = error.errors[0];
    else error = error.cause;
  }
  return undefined;
}

type Known = { problem?: "timed-out"; what: (place: string) => string; advice: string };

const refused: Known = {
  what: (place) => `Nothing answers at ${place}.`,
  advice: "Check address and port (443, or 46443 on a native install), and that the cluster is up.",
};
const unknownName: Known = {
  what: (place) => `The name of ${place} is not known to the network.`,
  advice: "Check CLUSTER_URL and the name service.",
};
const slow: Known = {
  problem: "timed-out",
  what: (place) => `The cluster at ${place} took too long to answer.`,
  advice: "Try again; if it goes on, look at the network and the load of the management node.",
};
const untrusted: Known = {
  what: (place) =>
    `The certificate of ${place} is not signed by anyone trusted here; nothing was sent.`,
  advice:
    "Give the authority in CLUSTER_CA_FILE, or pin the certificate with `outpost setup cluster`.",
};
const outOfDate: Known = {
  what: (place) => `The certificate of ${place} is out of its dates; nothing was sent.`,
  advice: "Have it renewed on the cluster (and check this machine's clock).",
};
const noTls: Known = {
  what: (place) => `What answers at ${place} does not speak TLS as expected.`,
  advice: "Check the port: the API is HTTPS only.",
};
const cut: Known = {
  what: (place) => `The cluster at ${place} broke off in the middle of its answer.`,
  advice: "Try again.",
};

const KNOWN: Record<string, Known> = {
  ECONNREFUSED: refused,
  EHOSTUNREACH: refused,
  ENETUNREACH: refused,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
  UND_ERR_HEADERS_TIMEOUT: slow,
  UND_ERR_BODY_TIMEOUT: slow,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: outOfDate,
  CERT_NOT_YET_VALID: outOfDate,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: (place) =>
      `The certificate there is made out to another name than ${place}; nothing was sent.`,
    advice:
      "Use the name in the certificate as CLUSTER_URL, or pin it with `outpost setup cluster`.",
  },
  ERR_TLS_PIN: {
    what: (place) => `The certificate of ${place} is not the pinned one; nothing was sent.`,
    advice:
      "Somebody may stand in between. If the cluster got a new certificate, compare it there and pin it anew.",
  },
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  UND_ERR_SOCKET: cut,
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: cut,
};
