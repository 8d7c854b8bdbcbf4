import type { TLSSocket } from "node:tls";
import { HubError } from "../kit/errors.ts";
import type { ClusterSettings } from "./settings.ts";
import type { Transport } from "./transport.ts";

const CONNECT_MS = 8_000;
const IDLE_MS = 30_000;
// The management node is one small machine: a burst of reads queues here instead of there.
const CONNECTIONS = 6;

/** Thrown while connecting, before any byte of a request is sent. */
class PinMismatch extends Error {
  readonly code = "ERR_TLS_PIN";
}
class PinExpired extends Error {
  readonly code = "CERT_HAS_EXPIRED";
}

/**
 * Keep-alive connections to one cluster over TLS. undici is loaded with the first request, not with the program.
 * Without a pin the certificate is verified against the system's authorities, or against `caPem` alone. With a pin
 * the certificate has to be exactly that one and within its dates; with both, it also has to verify.
 */
export function throughTls(settings: ClusterSettings): Transport {
  const origin = originOf(settings.url);
  const opening = once(async () => {
    const { Pool, buildConnector } = await import("./undici.ts");
    const pin = settings.pinSha256 === undefined ? undefined : normalPin(settings.pinSha256);
    const connect = buildConnector({
      timeout: CONNECT_MS,
      ...(settings.caPem === undefined ? {} : { ca: settings.caPem }),
      ...(pin === undefined ? {} : pinned(settings.caPem !== undefined)),
    });
    return new Pool(origin, {
      connections: CONNECTIONS,
      headersTimeout: IDLE_MS,
      bodyTimeout: IDLE_MS,
      keepAliveTimeout: 20_000,
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (error || !socket) return callback(error ?? new Error("no socket"), null);
          const wrong = pin === undefined ? undefined : pinProblem(socket as TLSSocket, pin); // https only
          if (!wrong) return callback(null, socket);
          socket.destroy();
          return callback(wrong, null);
        }),
    });
  });
  return {
    async exchange({ method, url, headers, body, signal }) {
      const pool = await opening.value();
      const answer = await pool.request({
        method: method as "GET", // one of the five methods that classify lets through
        path: `${url.pathname}${url.search}`,
        headers,
        ...(body === undefined ? {} : { body }),
        signal,
      });
      const type = answer.headers["content-type"];
      return {
        status: answer.statusCode,
        contentType: (Array.isArray(type) ? type[0] : type) ?? "",
        body: answer.body,
        discard: () => void answer.body.on("error", () => undefined).destroy(),
      };
    },
    async close() {
      if (opening.begun()) await (await opening.value()).destroy();
    },
  };
}

/** `https://host:port`. Throws HubError `bad-input` for any other scheme, a user name in it, or a path. */
export function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "https:" || parsed.username || parsed.password || parsed.search)
    throw new HubError(
      "bad-input",
      "The cluster's address has to be https://host or https://host:port.",
      {
        advice: "Set CLUSTER_URL so, without a user name and without a path.",
      },
    );
  return parsed.origin;
}

/** Lower-case hex without colons. Throws HubError `bad-input` for what is no SHA-256. */
export function normalPin(pin: string): string {
  const hex = pin
    .replace(/^sha-?256[:/= ]*/i, "")
    .replaceAll(/[:\s]/g, "")
    .toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new HubError("bad-input", "The pinned fingerprint is not a SHA-256 in hex.", {
      advice:
        "It has 64 hex digits, as `outpost setup cluster` or `openssl x509 -fingerprint -sha256` shows it.",
    });
  return hex;
}

/**
 * The pin takes the place of the name check, and without an authority that of the chain too. A resumed TLS session
 * carries no certificate to look at, so sessions are not resumed.
 */
function pinned(hasAuthority: boolean) {
  return {
    rejectUnauthorized: hasAuthority,
    checkServerIdentity: () => undefined,
    maxCachedSessions: 0,
  };
}

function pinProblem(socket: TLSSocket, pin: string): Error | undefined {
  const certificate = socket.getPeerX509Certificate();
  const found = certificate?.fingerprint256.replaceAll(":", "").toLowerCase();
  if (!certificate || found !== pin)
    return new PinMismatch(`the certificate is not the pinned one`);
  const now = Date.now();
  if (now > Date.parse(certificate.validTo) || now < Date.parse(certificate.validFrom))
    return new PinExpired("the pinned certificate is out of its dates");
  return undefined;
}

function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return { value: () => (made ??= make()), begun: () => made !== undefined };
}
