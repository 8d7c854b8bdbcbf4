import assert from "node:assert/strict";
import { test } from "node:test";
import { PortalFailure } from "../failure.ts";
import { guardAddress } from "./fetch-raw.ts";
import { guardedUrl } from "./guard.ts";

function verdict(path: string): string {
  try {
    guardAddress(guardedUrl(path, "https://portal.test"));
    return "ok";
  } catch (thrown) {
    return PortalFailure.from(thrown).code;
  }
}

/** What is asked for, in groups of one reason each; the reason is the name of the group. */
const CASES: [name: string, wanted: string, paths: string[]][] = [
  ["R1 an empty path", "bad_path", [""]],
  ["R2 a path of 2049 characters", "bad_path", [`/${"a".repeat(2048)}`]],
  ["R3 a path of 2048 characters", "ok", [`/${"a".repeat(2047)}`]],
  ["R4 a space or a line break", "bad_path", ["/a b", " /a", "/a ", "/\n/evil", "/a\r\nX: y"]],
  ["R5 a tab", "bad_path", ["/\t/evil.test", "/a\tb"]],
  ["R6 letters beyond ASCII", "bad_path", ["/é", "/\u2028", "/\u202e", "／evil.test", "/漢"]],
  ["R7 no slash in front", "bad_path", ["a/b", "?x=1", "@evil.test/", ".", "Launchpad.aspx"]],
  ["R8 an address of its own", "bad_path", ["http://evil.test/", "https:evil.test", "data:,x"]],
  ["R9 a scheme that runs", "bad_path", ["javascript:alert(1)", "file:///etc/passwd"]],
  ["R10 two or three slashes in front", "bad_path", ["//evil.test/", "///evil", "//"]],
  ["R11 a backslash anywhere", "bad_path", ["/\\evil.test", "\\\\evil.test", "/a\\b", "/?a=\\"]],
  ["R12 a fragment", "bad_path", ["/a#f", "/#", "/a?b#c"]],
  ["R13 a broken % code", "bad_path", ["/%", "/a%2", "/%zz", "/%u0042ook", "/a?b=%"]],
  ["R14 an encoded slash", "bad_path", ["/%2f%2fevil.test", "/a%2Fb"]],
  ["R15 an encoded backslash", "bad_path", ["/%5cevil.test", "/a%5Cb"]],
  ["R16 a double encoding", "bad_path", ["/a%252e%252e/b", "/%252f", "/%25%32%66"]],
  ["R17 an encoded control character", "bad_path", ["/a%00b", "/a%0d%0aX", "/%09", "/%7f"]],
  ["R18 a dot segment", "bad_path", ["/a/../b", "/..//evil", "/.", "/a/.", "/a/./b", "/.."]],
  ["R19 an encoded dot segment", "bad_path", ["/a/%2e%2e/b", "/a/.%2e/b", "/%2E"]],
  ["R20 a dot segment with a parameter", "bad_path", ["/a;/..;/b", "/..;/b", "/.;x=1/b"]],
  ["R21 an empty segment", "bad_path", ["/a//b", "/a//", "/a/b//c?d"]],
  ["R22 % codes that are no text", "bad_path", ["/%ff", "/%c3%28"]],
  ["R23 an @ that is no user", "ok", ["/@evil.test", "/a@b/c"]],
  ["R24 addresses in the query", "ok", ["/a?u=//evil.test", "/a?u=http://evil", "/a?b=..%2f"]],
  ["R25 plain pages and data", "ok", ["/", "/Data.asmx/GetX?y=1", "/Data.asmx/GetReservations"]],
  ["R26 logging out", "path_blocked", ["/Logout.aspx", "/SignOut", "/logoff", "/LOGOUT.ASPX?x"]],
  ["R27 cancelling", "path_blocked", ["/Data.asmx/CancelReservation?id=1", "/cancel/7", "/Cancel"]],
  ["R28 nouns of cancelling", "ok", ["/Cancellations", "/Cancelation.aspx"]],
  ["R29 deleting and removing", "path_blocked", ["/Delete/1", "/x/removeAll", "/unsubscribe"]],
  ["R30 buying", "path_blocked", ["/purchase", "/Checkout.aspx", "/BuyPoints", "/PayNow", "/pay"]],
  ["R31 booking in any case", "path_blocked", ["/BookTelescope", "/bookslot", "/RESERVESLOT"]],
  ["R32 changing", "path_blocked", ["/SetPlan", "/UpdateMe", "/save.ashx", "/AddItem", "/Submit"]],
  [
    "R33 running",
    "path_blocked",
    ["/StartRun", "/RunPlan", "/LaunchPlan", "/RenewPlan", "/Insert"],
  ],
  ["R34 the plan", "path_blocked", ["/UpgradePlan", "/Downgrade.aspx", "/CreateRun"]],
  ["R35 a word in the middle or with a parameter", "path_blocked", ["/Reserve/T5", "/Book;x=1"]],
  ["R36 encoded letters of a word", "path_blocked", ["/%42ook", "/%6cogout", "/%43ancel/1"]],
  ["R37 a word in another script's letters", "path_blocked", ["/%EF%BC%A2ook", "/%E2%80%8BBook"]],
  [
    "R38 a word in the query",
    "path_blocked",
    ["/x?action=deleteAll", "/x?CMD=Book", "/x?do=pay", "/x?task=cancel", "/x?Mode=Book"],
  ],
  ["R39 nouns that begin like a word", "ok", ["/Settings", "/Payments", "/Bookings", "/Runs"]],
  ["R39 more of them", "ok", ["/Launchpad.aspx", "/Reservations.aspx", "/Address", "/settings"]],
  ["R39 and more", "ok", ["/ReservationGrid", "/Data.asmx/Renewals", "/Updates.aspx", "/Adds"]],
  ["R43 form state in the query", "path_blocked", ["/a.aspx?__EVENTTARGET=x", "/?__viewstate=1"]],
  ["R43 in other spellings", "path_blocked", ["/?%5f_EVENTARGUMENT=", "/?a=1&+__CALLBACKID=x"]],
  [
    "R43 of other kinds",
    "path_blocked",
    ["/?__VIEWSTATE2=x", "/?__CALLBACKPARAM", "/?__EventTarget"],
  ],
];

for (const [name, wanted, paths] of CASES)
  test(`${name} is ${wanted === "ok" ? "let through" : `refused as ${wanted}`}`, () => {
    for (const path of paths) assert.equal(verdict(path), wanted, JSON.stringify(path));
  });

test("R40 a redirect to an address that is no text is refused, not a fault", () => {
  const refused = { code: "path_blocked" };
  assert.throws(() => guardAddress(new URL("https://portal.test/%ff")), refused);
  assert.throws(() => guardAddress(new URL("https://portal.test/a%2fBook")), refused);
});

test("R43 a redirect to form state in the codes of an old server presses no button", () => {
  for (const query of ["%u005f%u005fEVENTTARGET=x", "a=1&%u005F_viewstate=", "action=%u0042ook"])
    assert.throws(
      () => guardAddress(new URL(`https://portal.test/Default.aspx?${query}`)),
      { code: "path_blocked" },
      query,
    );
  guardAddress(new URL("https://portal.test/Sites.aspx?name=Ca%u00f1on"));
});
