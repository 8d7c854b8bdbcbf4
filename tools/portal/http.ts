import { HubError } from "../kit/errors.ts";
import { whileHeld } from "../kit/time-limit.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** What came back, its body read: JSON text for the most part. */
export type Answer = { status: number; text: string };

/** The wrapper caps what it passes on at a fraction of this. */
const MOST_BYTES = 8 * 1024 * 1024;

export type Line = {
  /** `http://127.0.0.1:8000`, without a path. */
  origin: string;
  token?: string | undefined;
  fetch: Fetch;
  requestMs: number;
};

/**
 * One GET to the wrapper; there is no other method here. Never follows a redirect, never reads more than 8 MiB, ends
 * with the signal or after `requestMs`. Throws HubError `unavailable` where nothing listens, and `timed-out`.
 */
export async function get(line: Line, path: string, signal: AbortSignal): Promise<Answer> {
  const url = new URL(path, line.origin);
  if (url.origin !== line.origin) throw new HubError("bad-input", "This path leads elsewhere.");
  const slow = AbortSignal.timeout(line.requestMs);
  const headers = new Headers({ accept: "application/json" });
  if (line.token !== undefined) headers.set("authorization", `Bearer ${line.token}`);
  try {
    const request = new Request(url, {
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, slow]),
    });
    return await whileHeld(request, async () => {
      const response = await line.fetch(request);
      if (response.status < 300 || response.status >= 400)
        return { status: response.status, text: await readText(response, url.host) };
      await response.body?.cancel();
      throw new HubError("failed", `${url.host} answered with a redirect, which is not followed.`, {
        advice: "Use the address of the wrapper itself as PORTAL_API_URL.",
      });
    });
  } catch (thrown) {
    throw failureOf(thrown, { signal, slow, place: url.host, seconds: line.requestMs / 1000 });
  }
}

async function readText(response: Response, place: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES)
      throw new HubError("failed", `The answer of ${place} is larger than 8 MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

type Circumstances = { signal: AbortSignal; slow: AbortSignal; place: string; seconds: number };

function failureOf(thrown: unknown, { signal, slow, place, seconds }: Circumstances): unknown {
  if (thrown instanceof HubError || signal.aborted) return thrown;
  if (slow.aborted)
    return new HubError("timed-out", `${place} did not answer within ${seconds} s.`, {
      advice: "The portal behind it may be slow; try again.",
      cause: thrown,
    });
  if (!(thrown instanceof TypeError)) return thrown;
  return new HubError("unavailable", `The portal's wrapper cannot be reached at ${place}.`, {
    advice: "Start it with `outpost portal`, or correct PORTAL_API_URL.",
    cause: thrown,
  });
}
