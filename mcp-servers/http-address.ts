import { isIP } from "node:net";
import { HubError } from "../tools/kit/errors.ts";

export type Address = { host: string; port: number };

/** Reads `[HOST:]PORT`; without a host it is 127.0.0.1. IPv6 stands in brackets. Throws HubError `bad-input`. */
export function readAddress(text: string): Address {
  const [, bracketed, plain, digits] =
    /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65535 || (bracketed !== undefined && isIP(bracketed) !== 6))
    throw new HubError("bad-input", `${JSON.stringify(text)} is not an address to listen on.`, {
      advice: "Write PORT, HOST:PORT or [IPV6]:PORT, such as 7411 or 127.0.0.1:7411.",
    });
  return { host: bracketed ?? plain ?? "127.0.0.1", port };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The address as it stands in a URL. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
