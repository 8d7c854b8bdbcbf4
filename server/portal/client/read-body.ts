import { PortalFailure } from "../failure.ts";

/** The body up to `most` bytes. Beyond them it is cut, or the answer is refused. */
export async function readBody(
  response: Response,
  most: number,
  cut: boolean,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    chunks.push(value);
    if (bytes <= most) continue;
    await reader.cancel();
    if (cut) return { body: Buffer.concat(chunks).subarray(0, most), truncated: true };
    throw new PortalFailure("portal_bad_response", "The portal's answer is too large.");
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

/** The text of a body in the charset of its header; without a byte order mark. */
export function textOf(body: Uint8Array, contentType: string | null): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body); // a charset nobody knows
  }
}
