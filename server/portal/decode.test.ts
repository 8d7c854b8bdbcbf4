import assert from "node:assert/strict";
import { test } from "node:test";
import { createPortal } from "./create-portal.ts";
import { timeOf, unwrap } from "./decode.ts";
import { ACCOUNT, MEMBER, startPortal } from "./portal.fixture.ts";
import { serveFakePortal } from "./simulator/serve.ts";
import type { WrapStyle } from "./simulator/switches.ts";

const wraps: WrapStyle[] = ["object", "array", "json-string", "double-string", "xml", "bare"];
wraps.forEach((wrap, index) => {
  test(`D${index + 1} D9 the account is read from ${wrap}`, async () => {
    const { body } = await startPortal({ wrap }).get("/api/account");
    assert.equal(body.points_balance, 1234.5);
    assert.equal(body.renewal, "2026-05-13");
    assert.deepEqual(body.meta.warnings, []);
  });
});

test("D8 D10 a missing date and a missing field are null and a warning", async () => {
  const { get } = startPortal({ dates: "min-value", account: { Points: undefined } });
  const { body } = await get("/api/account");
  assert.deepEqual(
    [body.renewal, body.points_balance, body.telescope_access],
    [null, null, "unknown"],
  );
  assert.equal(body.meta.warnings.length, 2);
});

for (const [name, trouble, code, status] of [
  ["D11 a page where data was asked", "html", "portal_bad_response", 502],
  ["D12 broken JSON", "truncated", "portal_bad_response", 502],
  ["D15 an error with a stack", "asmx-error", "portal_error", 502],
  ["D16 an answer over five MiB", "huge", "portal_bad_response", 502],
] as const)
  test(`${name} is told as ${code}`, async () => {
    const { get } = startPortal({ troubles: new Map([[ACCOUNT, trouble]]) });
    const answer = await get("/api/account");
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
    assert.doesNotMatch(JSON.stringify(answer.body), /Secret\.Code/);
  });

test("D13 D14 a byte order mark and an old charset are read", async () => {
  const bom = await startPortal({ troubles: new Map([[ACCOUNT, "bom"]]) }).get("/api/account");
  assert.equal(bom.body.points_balance, 7);
  const old = await startPortal({ troubles: new Map([[ACCOUNT, "windows-1252"]]) }).get(
    "/api/account",
  );
  assert.equal(old.body.plan, "Café");
});

test("D7 the service's own type names are dropped, inside lists too", () => {
  assert.deepEqual(unwrap({ d: { __type: "A", Points: 1 } }), { Points: 1 });
  assert.deepEqual(unwrap({ d: [{ __type: "A", Points: 1 }] }), [{ Points: 1 }]);
  assert.deepEqual(unwrap({ d: '[{"__type":"A","Points":1}]' }), [{ Points: 1 }]);
});

test("D8 a date's offset is for display alone, dates before 1970 count, and the least date is none", async () => {
  assert.equal(timeOf("/Date(1000+0500)/"), 1000);
  assert.equal(timeOf("/Date(1000-1130)/"), 1000);
  assert.equal(timeOf("/Date(-86400000)/"), -86_400_000);
  assert.equal(timeOf("/Date(-86400000+0100)/"), -86_400_000);
  assert.equal(timeOf("/Date(-62135596800000)/"), null);
  assert.equal(timeOf("/Date(99999999999999999)/"), null);
  for (const nothing of ["/Date(x)/", "tomorrow", "2026-05-01", "", 7, null])
    assert.equal(timeOf(nothing), null);
  const { body } = await startPortal({ dates: "offset" }).get("/api/account");
  assert.equal(body.renewal, "2026-05-13");
});

test("D9 numbers are read with their separators and units, and nothing is guessed", async () => {
  for (const [written, points] of [
    ["1,234.50", 1234.5],
    ["$12.00", 12],
    ["7 pts", 7],
    ["-3", -3],
    ["about ten", null],
    ["1.2.3", null],
    ["", null],
  ] as const) {
    const { body } = await startPortal({ account: { Points: written } }).get("/api/account");
    assert.equal(body.points_balance, points, written);
    assert.equal(body.meta.warnings.length, points === null ? 1 : 0);
  }
});

test("D11 a page where data was asked is quoted as text, at most 200 characters of it", async () => {
  const { get } = startPortal({ troubles: new Map([[ACCOUNT, "long-html"]]) });
  const { body } = await get("/api/account");
  assert.equal(body.detail.length, 200);
  assert.match(body.detail, /^News Something else/);
  assert.doesNotMatch(body.detail, /</);
});

test("D15 a stack stays inside, also where the page is fetched as it is", async () => {
  const { get } = startPortal({ troubles: new Map([["/broken.asmx/x", "asmx-error"]]) });
  const { body } = await get("/api/raw?path=/broken.asmx/x");
  assert.deepEqual([body.status, body.kind], [500, "json"]);
  assert.doesNotMatch(JSON.stringify(body), /Secret\.Code/);
});

test("D17 a compressed answer is read", async (t) => {
  const fake = await serveFakePortal({ switches: { troubles: new Map([[ACCOUNT, "gzip"]]) } });
  t.after(fake.close);
  const { views } = createPortal({ ...MEMBER, portalUrl: fake.url }, { spacingMs: 0 });
  const { plan, points_balance } = await views.account();
  assert.deepEqual([plan, points_balance], ["Zipped", 7]);
});
