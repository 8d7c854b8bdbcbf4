import type { TLSSocket } from "node:tls";
import { HubError } from "../../kit/errors.ts";
import type { Fetch } from "./line.ts";

class PinMismatch extends Error {
  readonly code = "ERR_TLS_PIN";
}

/**
 * `fetch` that speaks only with the holder of one certificate: the fingerprint (SHA-256, in hexadecimal) takes the place
 * of names and authorities, as a recorder's certificate is its own. Nothing is sent to anyone else. Throws `bad-input`
 * for what is no fingerprint.
 */
export function pinnedFetch(fingerprint: string): Fetch {
  const pin = fingerprint.replaceAll(/[:\s]/g, "").toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(pin))
    throw new HubError("bad-input", "The pinned fingerprint is not a SHA-256 in hexadecimal.", {
      advice: "It has 64 digits, as the recorder shows it when it is paired.",
    });
  let opening: Promise<Fetch> | undefined;
  const open = async (): Promise<Fetch> => {
    const { Agent, buildConnector, fetch } = await import("./undici.ts");
    // A resumed session carries no certificate to look at, so that none is resumed.
    const connect = buildConnector({
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      maxCachedSessions: 0,
      timeout: 8_000,
    });
    const dispatcher = new Agent({
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (error || !socket) return callback(error ?? new Error("no socket"), null);
          if (isPinned(socket as TLSSocket, pin)) return callback(null, socket); // only https comes here
          socket.destroy();
          return callback(new PinMismatch("the certificate is not the pinned one"), null);
        }),
      keepAliveTimeout: 4_000,
    });
    // The types of undici's own fetch and of Node's differ in name alone.
    return ((url: URL, init: object) => fetch(url, { ...init, dispatcher })) as unknown as Fetch;
  };
  return async (url, init) => {
    opening ??= open();
    return (await opening)(url, init);
  };
}

function isPinned(socket: TLSSocket, pin: string): boolean {
  const found = socket.getPeerX509Certificate?.()?.fingerprint256;
  return found?.replaceAll(":", "").toLowerCase() === pin;
}
