import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { seeded } from "../../../tools/cluster/simulator/seeded.ts";
import { openApi, queryNames } from "../openapi.ts";
import { startPortal } from "../portal.fixture.ts";
import { SPENDING_ROUTES } from "../simulator/spending-routes.ts";
import { tonightRoutes } from "../tonight/routes.ts";
import { sourcesOf } from "../tonight/sources.ts";
import { generatedPath } from "./generated-paths.fixture.ts";

const PATHS = 2000;
const SEED = 20_260_501;
const ROUTES = Object.keys(openApi("").paths);
const README = new URL("../README.md", import.meta.url);

/** The address of a route with a generated value in some of the places where one could stand, and some where none may. */
function addressOf(route: string, value: string, random: () => number): string {
  const word = encodeURIComponent(value);
  const none = random() < 0.2 ? ["path", "q", "refresh", "__EVENTTARGET"] : [];
  const query = [...(queryNames(route) ?? []), ...none]
    .filter(() => random() < 0.3)
    .map((name) => `${name}=${name === "refresh" && random() < 0.8 ? "1" : word}`);
  return `${route.replace(/\{\w+\}/, word)}?${query.join("&")}`;
}

/** Every route with 2,000 values: what the fake was asked and lost, and whatever else was asked for. */
async function crawl(raw: "guarded" | "map") {
  const random = seeded(SEED).next;
  const started = startPortal({}, { raw }, {}, (app, views, limit) => {
    const now = () => new Date(started.clock.ms);
    app.route("/", tonightRoutes(sourcesOf(views, undefined, now, { limit })));
  });
  const { get, state, seen, clock } = started;
  const before = { points: state.points, bookings: state.bookings.length };
  const spending = SPENDING_ROUTES.map(({ path }) => path);
  const statuses = new Map<number, number>();
  for (let at = 0; at < PATHS; at++) {
    const value = generatedPath(spending, random);
    const route = ROUTES[at % ROUTES.length] ?? "";
    for (const address of [
      `/api/raw?path=${encodeURIComponent(value)}`,
      addressOf(route, value, random),
    ]) {
      clock.ms += 1000;
      const { status } = await get(address);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok(status < 500, `${address} is answered with ${status}`);
    }
  }
  const after = { points: state.points, bookings: state.bookings.length };
  return { before, after, seen, statuses, state, spent: [...new Set(state.spent)].sort() };
}

for (const raw of ["guarded", "map"] as const)
  test(`a crawl of every route with 2,000 paths stays on the portal and only reads (raw: ${raw})`, async (context) => {
    const { before, after, seen, state, statuses, spent } = await crawl(raw);
    const beyond = seen.filter(({ url }) => !url.startsWith("https://portal.test/"));
    // Probes go to the addresses of the roster, and nowhere else.
    const probes = beyond.filter(({ url, method }) => {
      return method === "GET" && /^http:\/\/t([1-9]|1[0-2])\.itelescope\.net\/$/.test(url);
    });
    assert.deepEqual(
      beyond.filter((request) => !probes.includes(request)).map(({ url }) => url),
      [],
    );
    assert.ok(probes.every(({ headers }) => !headers.has("cookie")));
    const writes = seen.filter(({ method }) => method !== "GET");
    assert.deepEqual([writes.length, state.loginPosts], [1, 1]);
    context.diagnostic(
      `seed ${SEED}, ${seen.length} requests sent, got through: ${spent.join(" ")}`,
    );
    context.diagnostic(
      `answers: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map((each) => each.join(" × "))
        .join(", ")}`,
    );
    if (raw === "map") assert.deepEqual([after, spent], [before, []]);
    else assert.deepEqual(spent, namedInReadme());
  });

/** The spending routes that the README gives as the reason for PORTAL_RAW=map. */
function namedInReadme(): string[] {
  const [, section = ""] = readFileSync(README, "utf8").split("## Why `PORTAL_RAW=map` exists");
  const [reason = ""] = section.split("\n## ");
  const names = SPENDING_ROUTES.filter(({ name, path }) => {
    return reason.includes(`\`${name}\``) && reason.includes(`(\`${path.split("?")[0]}`);
  });
  return names.map(({ name }) => name).sort();
}
