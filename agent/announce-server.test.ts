import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { findRecorders } from "../tools/recorder/surface/discovery.ts";
import { announceServer } from "./announce-server.ts";

/** Multicast that stays on this machine. */
const HERE = { interface: "127.0.0.1", bind: "0.0.0.0" };
const never = new AbortController().signal;

test("a server that listens beyond this machine is found by its machine's name, port and TLS until it is closed", async (t) => {
  const port = 20_000 + (process.pid % 20_000);
  const announced = announceServer(`https://0.0.0.0:${port}`, HERE);
  const look = async (ms: number) =>
    (await findRecorders("server", ms, never, HERE)).filter(({ url }) => url.endsWith(`:${port}`));
  const found = await look(3_000).catch((error: unknown) => {
    t.diagnostic(String(error));
    return undefined;
  });
  await announced?.close();
  if (!found) return t.skip("this network knows no multicast");
  assert.equal(found.length, 1);
  assert.equal(found[0]?.id, hostname());
  assert.match(found[0]?.url ?? "", /^https:\/\/[\d.]+:\d+$/);
  assert.equal(found[0]?.fingerprint, undefined);
  assert.deepEqual(await look(1_000), []);
});

test("a server of this machine alone is announced to nobody", () => {
  for (const host of ["127.0.0.1", "[::1]", "localhost"])
    assert.equal(announceServer(`http://${host}:8022`, HERE), undefined);
});
