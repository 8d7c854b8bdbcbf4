import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "../portal.fixture.ts";

test("V2 V3 the grid is read, and the live pointer is there also when the portal is down", async () => {
  const { body } = await startPortal().get("/api/reservations");
  assert.deepEqual(body.legacy.rows[0].at(-1), "");
  assert.equal(body.legacy.items.length, 2);
  assert.equal(
    (await startPortal({ reservationTable: false }).get("/api/reservations")).body.meta.warnings
      .length,
    1,
  );
  const down = await startPortal({ troubles: new Map([["/", "refused"]]) }).get(
    "/api/reservations",
  );
  assert.deepEqual([down.status, down.body.live.requires_browser], [200, true]);
});
