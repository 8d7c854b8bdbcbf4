import { isIP } from "node:net";
import { z } from "zod";
import { Secret } from "./secret.ts";

/**
 * The kinds of values a setting can have. Each reads the text of an environment variable; where the text does not
 * fit, its issue says what to write instead.
 */

const YES = new Set(["true", "1", "yes", "on"]);
const NO = new Set(["false", "0", "no", "off"]);

function fromText<T>(read: (text: string) => T | undefined, fix: string) {
  return z.string().transform((text, context): T => {
    const value = read(text.trim());
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: fix });
    return z.NEVER;
  });
}

/** A switch that is off unless somebody turns it on in so many words. */
export function flag() {
  return fromText((text) => {
    const word = text.toLowerCase();
    if (YES.has(word)) return true;
    return NO.has(word) ? false : undefined;
  }, "Write true or false.").default(false);
}

export function whole(least: number, most: number) {
  return fromText((text) => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
  }, `Write a whole number from ${least} to ${most}.`);
}

/** One of these words, in capitals or not. */
export function choice<const Words extends readonly string[]>(words: Words) {
  return fromText(
    (text): Words[number] | undefined => words.find((word) => word === text.toLowerCase()),
    `Write one of ${words.join(", ")}.`,
  );
}

/** `https://host[:port]`, without a trailing slash. */
export function httpsOrigin() {
  return fromText((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "https:" || url.username || url.password) return undefined;
    return url.pathname === "/" && !url.search && !url.hash ? url.origin : undefined;
  }, "Write https://HOST or https://HOST:PORT alone: no path, no account.");
}

/** `http://HOST[:PORT]` or `https://HOST[:PORT]`, without a trailing slash. */
export function httpOrigin() {
  return fromText((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    return url.pathname === "/" && !url.search && !url.hash ? url.origin : undefined;
  }, "Write https://HOST or http://HOST:PORT alone: no path, no account.");
}

/** An http or https address, which may have a path; without a query and without an account in it. */
export function httpUrl() {
  return fromText((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    return url.search || url.hash ? undefined : url.href;
  }, "Write https://HOST/PATH, without an account in it.");
}

export type ListenAddress = { host: string; port: number };

/** `[HOST:]PORT`; without a host it is 127.0.0.1. IPv6 stands in brackets. undefined for what is none. */
export function listenAddressOf(text: string): ListenAddress | undefined {
  const [, bracketed, plain, digits] =
    /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) > 65535) return undefined;
  if (bracketed !== undefined && isIP(bracketed) !== 6) return undefined;
  return { host: bracketed ?? plain ?? "127.0.0.1", port: Number(digits) };
}

/** Host and port; the host is loopback where none is named. */
export function listenAddress() {
  return fromText(
    listenAddressOf,
    "Write PORT, HOST:PORT or [IPV6]:PORT, such as 8000 or 127.0.0.1:8000.",
  );
}

/** A path on a server, as it is asked for: `/`, `/Default.aspx?a=b`. */
export function pathWithQuery() {
  return fromText(
    (text) =>
      /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) && !text.includes("#") ? text : undefined,
    "Write a path such as /Default.aspx.",
  );
}

/** JSON, as it stands in a file. What it has to hold is for the reader to say. */
export function jsonText() {
  return fromText((text): unknown => {
    try {
      const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
      return json ?? undefined;
    } catch {
      return undefined;
    }
  }, "Name a file that holds JSON.");
}

/** An address that may be plain HTTP, such as a model served on this machine. */
export function httpAddress() {
  return fromText((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === "https:" || url?.protocol === "http:" ? text : undefined;
  }, "Write an http:// or https:// address.");
}

/** A path on the server such as `/mgmt`: a leading slash and no trailing one. */
export function serverPath() {
  return fromText(
    (text) => (/^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(text) ? text : undefined),
    "Write a path such as /mgmt.",
  );
}

/** A SHA-256 fingerprint, read with or without colons, kept as Node writes it: `AB:CD:…`. */
export function fingerprint() {
  return fromText((text) => {
    const hex = text.replaceAll(":", "").toUpperCase();
    return /^[0-9A-F]{64}$/.test(hex) ? (hex.match(/../g) ?? []).join(":") : undefined;
  }, "Write the 64 hexadecimal digits of the certificate's SHA-256 fingerprint; `outpost setup cluster` does it for you.");
}

/** Several patterns, separated by white space. */
export function patterns() {
  return fromText(
    (text) => text.split(/\s+/).filter(Boolean),
    "Write patterns separated by spaces.",
  ).default([]);
}

/** Several names of hosts, separated by white space. */
export function hostNames() {
  return fromText((text) => {
    const names = text.toLowerCase().split(/\s+/).filter(Boolean);
    const isName = (name: string) => /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(name);
    return names.every(isName) ? names : undefined;
  }, "Write names such as recorder.example, without a port, separated by spaces.").default([]);
}

/** PEM certificates, as they stand in the file. */
export function certificates() {
  return fromText(
    (text) => (text.includes("-----BEGIN CERTIFICATE-----") ? text : undefined),
    "Name a PEM file that starts with -----BEGIN CERTIFICATE-----.",
  );
}

/** A public key in PEM, as it stands in the file. */
export function publicKey() {
  return fromText(
    (text) => (text.includes("-----BEGIN PUBLIC KEY-----") ? text : undefined),
    "Name a PEM file that starts with -----BEGIN PUBLIC KEY-----.",
  );
}

export function words() {
  return fromText((text) => (text === "" ? undefined : text), "Give it a value, or remove it.");
}

/** Kept as it is: white space may be part of a password. */
export function secret(leastCharacters = 1) {
  return z.string().transform((text, context): Secret => {
    if (text.length >= leastCharacters) return new Secret(text);
    context.addIssue({ code: "custom", message: `Use at least ${leastCharacters} characters.` });
    return z.NEVER;
  });
}
