import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, writeWhole } from "../tools/kit/durable.ts";
import { HubError } from "../tools/kit/errors.ts";

/**
 * The bearer token of the state folder: the one kept there, or a new one of 256 bits, in a file of mode 0600. Throws
 * `not-allowed` where other users may read the file.
 */
export async function keptToken(stateFolder: string): Promise<{ token: string; path: string }> {
  const path = join(stateFolder, "http-token");
  const kept = (await readIfThere(path))?.trim();
  if (kept) {
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new HubError("not-allowed", `Other users may read ${path}.`, {
        advice: "Remove it; a new token is made at the next start.",
      });
    return { token: kept, path };
  }
  const token = randomBytes(32).toString("base64url");
  await writeWhole(path, `${token}\n`);
  await chmod(path, 0o600);
  return { token, path };
}

/** Says whether an Authorization header carries the token; takes the same time for every wrong one. */
export function bearerCheck(token: string): (header: string | undefined) => boolean {
  const wanted = sha256(token);
  return (header) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? [];
    return timingSafeEqual(sha256(given ?? ""), wanted) && given !== undefined;
  };
}

/** Who answers for calls that come with this token; says nothing about the token itself. */
export function tokenPrincipal(token: string): string {
  return `token:${sha256(token).toString("hex").slice(0, 8)}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
