import assert from "node:assert/strict";
import { test } from "node:test";
import { foreignPart, isIpAddress, isLocalHost } from "./caller.ts";

const ask = (headers: Record<string, string>, url = "http://127.0.0.1:7301/api/v1/recordings") =>
  foreignPart(new Request(url, { headers }), isLocalHost);

test("a program on this machine and our own page may ask", () => {
  assert.equal(ask({}), undefined);
  assert.equal(ask({ host: "localhost:7301" }), undefined);
  assert.equal(ask({ host: "[::1]:7301" }), undefined);
  assert.equal(
    ask({
      host: "LOCALHOST:7301",
      origin: "http://localhost:7301",
      "sec-fetch-site": "same-origin",
    }),
    undefined,
  );
});

test("a name that was pointed at this machine is not ours", () => {
  for (const host of [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.",
    "a b",
    "",
    "@localhost",
  ])
    assert.equal(ask({ host }), "host", host);
});

test("another web site may not ask", () => {
  for (const origin of [
    "https://evil.example",
    "null",
    "http://127.0.0.1:80",
    "https://127.0.0.1:7301",
  ])
    assert.equal(ask({ host: "127.0.0.1:7301", origin }), "origin", origin);
  assert.equal(ask({ "sec-fetch-site": "cross-site" }), "origin");
  assert.equal(ask({ "sec-fetch-site": "same-site" }), "origin");
  assert.equal(ask({ "sec-fetch-site": "cross-site" }, "http://127.0.0.1:7301/"), undefined);
});

test("an address in digits is told from a name", () => {
  for (const address of ["192.168.1.5", "[fe80::1]"]) assert.equal(isIpAddress(address), true);
  for (const name of ["recorder.local", "1.2.3.4.example", "1.2.3"])
    assert.equal(isIpAddress(name), false);
});
