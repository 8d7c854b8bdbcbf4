import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, startPortal } from "./portal.fixture.ts";
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
