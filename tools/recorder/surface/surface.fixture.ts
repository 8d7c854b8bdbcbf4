import type { TestContext } from "node:test";
import { bearerOf, isToken, tokenDigest } from "./bearer.ts";
import { createSurface } from "./create-surface.ts";
import type { RecorderFailure } from "./failure.ts";
import { type MemoryShelf, memoryShelf } from "./memory-shelf.fixture.ts";

const TOKEN = "a-token-of-the-tests";
export const READ_TOKEN = "a-token-that-only-reads";

export type TestSurface = {
  shelf: MemoryShelf;
  bugs: RecorderFailure[];
  listing: { isOpen: boolean };
  /** With the writing token unless the headers say otherwise. `path` is below /api/v1. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same, as JSON with its status. */
  json: (path: string, init?: RequestInit) => Promise<{ status: number; body: unknown }>;
};

/** The shared endpoints over a shelf in memory, gone when the test is. */
export async function testSurface(t: TestContext): Promise<TestSurface> {
  const shelf = await memoryShelf();
  t.after(() => shelf.close());
  const bugs: RecorderFailure[] = [];
  const listing = { isOpen: false };
  const digests = { write: tokenDigest(TOKEN), read: tokenDigest(READ_TOKEN) };
  const { app } = createSurface({
    version: "0.0.0",
    openApi: { paths: { "/recordings": { get: {} }, "/recordings/{id}": { get: {}, delete: {} } } },
    shelf,
    searches: false,
    isListingOpen: () => listing.isOpen,
    isOurs: (name) => name === "recorder.test",
    report: (failure) => bugs.push(failure),
    authenticate(request) {
      const token = bearerOf(request.headers.get("authorization"));
      if (token === undefined) return undefined;
      if (isToken(token, digests.write)) return { name: "writer", scope: "write" };
      return isToken(token, digests.read) ? { name: "reader", scope: "read" } : undefined;
    },
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Bearer ${TOKEN}`);
    if (headers.get("authorization") === "none") headers.delete("authorization");
    return app.fetch(new Request(`http://recorder.test/api/v1${path}`, { ...init, headers }));
  };
  const json = async (path: string, init?: RequestInit) => {
    const answer = await ask(path, init);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { shelf, bugs, listing, ask, json };
}
