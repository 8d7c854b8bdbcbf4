import { isIP } from "node:net";
import { connect } from "node:tls";
import { HubError } from "../tools/kit/errors.ts";
import { cleanText, cut } from "../tools/kit/untrusted.ts";

/** What a server shows of itself before anybody has told it anything. */
export type Certificate = {
  /** SHA-256, as `AB:CD:…`. */
  fingerprint: string;
  subject: string;
  issuer: string;
  validFrom: Date;
  validTo: Date;
  /** Undefined where it verifies; else what is wrong with it, as one word of OpenSSL or Node. */
  unverified: string | undefined;
};

const CONNECT_MS = 8_000;

/**
 * Shakes hands with a server, looks at its certificate and hangs up: nothing is sent over the connection, so it does
 * no harm that it is not verified here. Throws HubError `unavailable` where nothing answers, with the code in `cause`.
 */
export function readCertificate(
  host: string,
  port: number,
  authority?: string,
): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(authority === undefined ? {} : { ca: authority }),
    });
    const fail = (cause: Error) => {
      socket.destroy();
      reject(unreachable(host, port, cause));
    };
    socket.setTimeout(CONNECT_MS, () => fail(new Error("ETIMEDOUT")));
    socket.once("error", fail);
    socket.once("secureConnect", () => {
      const found = socket.getPeerX509Certificate();
      const unverified = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      if (!found) return fail(new Error("no certificate"));
      resolve({
        fingerprint: found.fingerprint256,
        subject: oneLine(found.subject),
        issuer: oneLine(found.issuer),
        validFrom: new Date(found.validFrom),
        validTo: new Date(found.validTo),
        unverified,
      });
    });
  });
}

/** Whoever answers there wrote these names: a person is to see nothing of theirs but the letters, and not too many. */
const oneLine = (name: string | undefined) =>
  cut(cleanText((name ?? "").split("\n").reverse().join(", ")), 200);

/** A fingerprint in two rows: in one it would be broken in the midst of an octet at eighty columns. */
export function fingerprintRows(fingerprint: string): string[] {
  const half = Math.ceil(fingerprint.length / 2);
  return [fingerprint.slice(0, half), fingerprint.slice(half)];
}

function unreachable(host: string, port: number, cause: Error): HubError {
  const code = "code" in cause ? String(cause.code) : cause.message;
  const why: Record<string, string> = {
    ENOTFOUND: "there is no such name",
    EAI_AGAIN: "the name cannot be looked up now",
    ECONNREFUSED: "nothing listens there",
    EHOSTUNREACH: "there is no way to that host",
    ENETUNREACH: "there is no way to that network",
    ETIMEDOUT: "nothing answers",
    ECONNRESET: "the connection was cut",
  };
  return new HubError(
    "unavailable",
    `${host}:${port} cannot be reached: ${why[code] ?? "what answers speaks no TLS"}.`,
    { advice: "Check the address, the port (443 or 46443) and the network.", cause },
  );
}
