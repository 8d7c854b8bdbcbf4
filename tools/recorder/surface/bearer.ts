import { createHash, timingSafeEqual } from "node:crypto";
import type { KeyScope } from "../contract.ts";
import { RecorderFailure } from "./failure.ts";

/** Who asks: the name is for logs and for limits per key. */
export type Caller = { name: string; scope: KeyScope };

/** The token of an Authorization header: `Bearer` in any case, then visible ASCII. Undefined for anything else. */
export function bearerOf(header: string | null | undefined): string | undefined {
  return /^bearer +([!-~]+) *$/i.exec(header ?? "")?.[1];
}

/** What is kept of a token: its SHA-256. Tokens of ours are random, so that no slower hash is needed. */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}

/** Whether the token is the one that was kept, in a time that tells nothing of either. */
export function isToken(token: string, digest: string): boolean {
  const kept = Buffer.from(digest, "hex");
  const given = createHash("sha256").update(token, "utf8").digest();
  return kept.length === given.length && timingSafeEqual(kept, given);
}

/** What a secret is called where it is given out: a device's token, a server's key. */
export type SecretWord = "token" | "key";

/** The 401 of both surfaces, in the word of each: one for no secret, one for a secret that is not known. */
export function unauthorized(header: string | null | undefined, word: SecretWord): RecorderFailure {
  const isGiven = header !== null && header !== undefined && header !== "";
  return new RecorderFailure(
    "unauthorized",
    isGiven ? `This ${word} is not known here.` : `This needs a ${word}.`,
    {
      detail: `Send it as \`Authorization: Bearer ${word.toUpperCase()}\`.`,
      headers: {
        "www-authenticate": `Bearer realm="outpost"${isGiven ? ', error="invalid_token"' : ""}`,
      },
    },
  );
}
