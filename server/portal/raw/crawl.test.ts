import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "../portal.fixture.ts";
import { SPENDING_ROUTES } from "../simulator/spending-routes.ts";

/** The spellings of one path that a server of this kind would take for the same. */
function spelling(path: string, at: number): string {
  const [before = "", query] = path.split("?");
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const written = [
    before,
    before.toLowerCase(),
    before.toUpperCase(),
    before.replace(/\/([A-Za-z])/g, (_, letter: string) => `/${code(letter)}`),
    `${before}/`,
    `/(S(x))${before}`,
    `//evil.test${before}`,
    `/x/..${before}`,
  ][at % 8];
  return query === undefined ? `${written}` : `${written}?${at % 3 ? query : query.toUpperCase()}`;
}

for (const raw of ["guarded", "map"] as const)
  test(`a crawl of 2,000 paths never leaves the portal and never posts but to sign in (raw: ${raw})`, async (context) => {
    const { get, state, seen, clock } = startPortal({}, { raw });
    const points = state.points;
    const bookings = state.bookings.length;
    for (let at = 0; at < 2000; at++) {
      const route = SPENDING_ROUTES[at % SPENDING_ROUTES.length]?.path ?? "/";
      const path =
        at % 2
          ? spelling(route, Math.floor(at / 30))
          : `/${at}/..%2f@evil.test\\${at}`.slice(0, at % 40);
      clock.ms += 1000;
      await get(`/api/raw?path=${encodeURIComponent(path)}`);
    }
    assert.ok(seen.every((request) => request.url.startsWith("https://portal.test/")));
    assert.equal(seen.filter((request) => request.method !== "GET").length, state.loginPosts);
    if (raw === "map") assert.deepEqual([state.points, state.bookings.length], [points, bookings]);
    const through = [...new Set(state.spent)].sort();
    context.diagnostic(`got through: ${through.join(", ")}`);
    assert.deepEqual(
      through,
      raw === "map" ? [] : ["by-button", "by-flag", "silent-name", "verb-at-the-end"],
    );
  });
