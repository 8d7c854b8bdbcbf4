import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "../portal.fixture.ts";
import { gridOf } from "./reservations.ts";

test("V1 a cell over several columns fills them all, and an empty one and a hard space keep their place", () => {
  const { legacy, warnings } = gridOf(`<table id="other"><tr><td>menu</td></tr></table>
<table id="ReservationGrid"><tr><th>Telescope</th><th colspan="2">Start&nbsp;of night</th><th>Note</th></tr>
<tr><td>T&nbsp;5</td><td></td><td>&nbsp;</td><td>a&amp;b</td></tr>
<tr><td colspan="4"> closed </td></tr><tr><td colspan="x">odd</td><td colspan="99999">wide</td></tr></table>`);
  assert.deepEqual(legacy.columns, ["Telescope", "Start of night", "Start of night", "Note"]);
  assert.deepEqual(legacy.rows.slice(0, 2), [
    ["T 5", "", "", "a&b"],
    ["closed", "closed", "closed", "closed"],
  ]);
  assert.equal(legacy.rows[2]?.[0], "odd");
  assert.equal(legacy.rows[2]?.length, 51);
  assert.deepEqual([legacy.items, warnings], [[], []]);
});

test("V1 a reservation has times only where both can be read", () => {
  const row = (start: string, end: string) =>
    `<tr><td>t05</td><td>SPA</td><td>${start}</td><td>${end}</td><td>mine</td></tr>`;
  const { legacy } = gridOf(`<table><tr><th>Scope</th><th>Site</th><th>From</th><th>Until</th>
<th>Label</th></tr>${row("2026-05-01T22:00:00Z", "2026-05-02T02:00:00+02:00")}${row("tonight", "2026-05-02T02:00:00Z")}</table>`);
  assert.equal(legacy.rows.length, 2);
  assert.deepEqual(legacy.items, [
    {
      tid: "T5",
      site: "AC",
      start: "2026-05-01T22:00:00.000Z",
      end: "2026-05-02T00:00:00.000Z",
      mine: null,
      label: "mine",
    },
  ]);
});

test("V2 a page without a grid is an empty one with a warning, and the live pointer is still there", async () => {
  const { get } = startPortal({ reservationTable: false }, { bookingUrl: "https://book.test/" });
  const { status, body } = await get("/api/reservations");
  assert.deepEqual([status, body.legacy.rows, body.meta.warnings.length], [200, [], 1]);
  assert.equal(body.live.url, "https://book.test/");
});

test("V3 the live pointer is there also when the portal is down, next to the failure", async () => {
  const { get } = startPortal(
    { troubles: new Map([["/", "refused"]]) },
    { bookingUrl: "https://book.test/" },
  );
  const { status, body } = await get("/api/reservations");
  assert.deepEqual([status, body.meta.error.code], [200, "portal_unavailable"]);
  assert.deepEqual([body.live.url, body.live.requires_browser], ["https://book.test/", true]);
  assert.deepEqual([body.legacy.rows, body.meta.fetched_at, body.meta.stale], [[], null, true]);
});

test("a grid that names no site has that of the telescope's row in the roster", async () => {
  const { body } = await startPortal().get("/api/reservations");
  const items: { tid: string; site: string }[] = body.legacy.items;
  assert.deepEqual(
    items.map(({ tid, site }) => [tid, site]),
    [
      ["T5", "DSC"],
      ["T11", "EYE"],
    ],
  );
});

test("every telescope that the fake names is in the demo roster", async () => {
  const { get } = startPortal();
  const { discounts } = (await get("/api/plans")).body;
  const strangers = discounts.filter((each: { in_roster: boolean }) => !each.in_roster);
  assert.deepEqual([discounts.length, strangers], [12, []]);
});

test("the fake's grid is read whole", async () => {
  const { body } = await startPortal().get("/api/reservations");
  assert.equal(body.legacy.items.length, 2);
  assert.deepEqual(body.legacy.rows.at(-1), [...Array(3).fill("Maintenance & cleaning"), ""]);
});
