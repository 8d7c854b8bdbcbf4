import { createHash, timingSafeEqual } from "node:crypto";

/** A test for the Authorization header of HTTP Basic that takes the same time for every wrong answer. */
export function basicAuth(username: string, password: string): (header: string | null) => boolean {
  const right = fingerprint(`${username}:${password}`);
  return (header) => {
    const [, given] = /^Basic\s+(\S+)$/i.exec(header ?? "") ?? [];
    const asked = given === undefined ? "" : Buffer.from(given, "base64").toString("utf8");
    return timingSafeEqual(fingerprint(asked), right) && given !== undefined;
  };
}

function fingerprint(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
