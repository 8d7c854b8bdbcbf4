import { isIP } from "node:net";
import { type ListenAddress, listenAddressOf } from "../config/kinds.ts";
import { HubError } from "../tools/kit/errors.ts";

export type Address = ListenAddress;

/** Reads `[HOST:]PORT`; without a host it is 127.0.0.1. IPv6 stands in brackets. Throws HubError `bad-input`. */
export function readAddress(text: string): Address {
  const address = listenAddressOf(text);
  if (address) return address;
  throw new HubError("bad-input", `${JSON.stringify(text)} is not an address to listen on.`, {
    advice: "Write PORT, HOST:PORT or [IPV6]:PORT, such as 7411 or 127.0.0.1:7411.",
  });
}

/** The address as it stands in a URL. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
