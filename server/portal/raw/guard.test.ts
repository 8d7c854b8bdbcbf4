import assert from "node:assert/strict";
import { test } from "node:test";
import { PortalFailure } from "../failure.ts";
import { checkDeny } from "./deny.ts";
import { guardedUrl } from "./guard.ts";

function verdict(path: string): string {
  try {
    checkDeny(guardedUrl(path, "https://portal.test"));
    return "ok";
  } catch (thrown) {
    return PortalFailure.from(thrown).code;
  }
}

const CASES: Record<string, string[]> = {
  bad_path: [
    ..."//evil.test/ /\\evil.test \\\\evil.test http://evil.test/ https:evil.test /..//evil /a/../b".split(
      " ",
    ),
    ..."/a/%2e%2e/b /a/.%2e/b /%2f%2fevil.test /%5cevil.test /a%00b /a%0d%0aX @evil.test/ /a#f ?x=1 a/b".split(
      " ",
    ),
    ..."/a%252e%252e/b /é /a;/..;/b /..;/b javascript:alert(1) /a//b /% /a%2 /. /a/. ///evil".split(
      " ",
    ),
    "",
    "/\t/evil.test",
    "/\n/evil",
    "/a b",
    " /a",
    "/\u2028",
  ],
  path_blocked:
    "/Logout.aspx /SignOut /logoff /Data.asmx/CancelReservation?id=1 /Data.asmx/BookTelescope /bookslot /RESERVESLOT /Data.asmx/SetPlan /a.aspx?__EVENTTARGET=x /x?action=deleteAll /%42ook".split(
      " ",
    ),
  ok: "/ /Data.asmx/GetX?y=1 /@evil.test /a?u=//evil.test /a?u=http://evil /Launchpad.aspx /Reservations.aspx /ReservationGrid /Settings /settings /Payments /Bookings /Runs /Address /Cancellations /Data.asmx/GetReservations /Data.asmx/Renewals /Updates.aspx /Started /Adds".split(
    " ",
  ),
};

for (const [wanted, paths] of Object.entries(CASES))
  test(`the raw guard judges ${paths.length} paths ${wanted}`, () => {
    for (const path of paths) assert.equal(verdict(path), wanted, JSON.stringify(path));
  });
