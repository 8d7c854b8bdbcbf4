import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopback, originHere } from "./loopback.ts";

test("only what nobody else can reach is loopback, not a name that begins like an address", () => {
  for (const host of ["localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]"])
    assert.equal(isLoopback(host), true, host);
  for (const host of [
    "127.evil.example",
    "127.0.0.1.evil.example",
    "0.0.0.0",
    "192.0.2.1",
    "::",
    "box",
  ])
    assert.equal(isLoopback(host), false, host);
});

test("what listens everywhere is reached on loopback", () => {
  assert.equal(originHere({ host: "0.0.0.0", port: 8021 }), "http://127.0.0.1:8021");
  assert.equal(originHere({ host: "::1", port: 8021 }), "http://[::1]:8021");
});
