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

/** The 401 of both surfaces: one for no token, one for a token that is not known. */
export function unauthorized(header: string | null | undefined): RecorderFailure {
  const isGiven = header !== null && header !== undefined && header !== "";
  return new RecorderFailure(
    "unauthorized",
    isGiven ? "This token is not known here." : "This needs a token.",
    {
      detail: "Send it as `Authorization: Bearer TOKEN`.",
      headers: {
        "www-authenticate": `Bearer realm="outpost"${isGiven ? ', error="invalid_token"' : ""}`,
      },
    },
  );
}
