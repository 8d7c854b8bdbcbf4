import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { type FoundRecorder, findRecorders } from "../tools/recorder/surface/discovery.ts";
import { HERE, multicastOr } from "../tools/recorder/surface/multicast.fixture.ts";
import { announceServer } from "./announce-server.ts";

const never = new AbortController().signal;

test(
  "a server that listens beyond this machine is found by its machine's name, port and TLS until it is closed",
  await multicastOr(),
  async () => {
    const port = 20_000 + (process.pid % 20_000);
    const announced = announceServer(`https://0.0.0.0:${port}`, HERE);
    const look = async (ms: number) =>
      (await findRecorders("server", ms, never, HERE)).filter(({ url }) =>
        url.endsWith(`:${port}`),
      );
    let found: FoundRecorder[];
    try {
      found = await look(3_000);
    } finally {
      await announced?.close();
    }
    assert.equal(found.length, 1);
    assert.equal(found[0]?.id, hostname());
    assert.match(found[0]?.url ?? "", /^https:\/\/[\d.]+:\d+$/);
    assert.equal(found[0]?.fingerprint, undefined);
    assert.deepEqual(await look(1_000), []);
  },
);

test("a server of this machine alone, or behind a TLS proxy, is announced to nobody", () => {
  for (const host of ["127.0.0.1", "[::1]", "localhost", "0.0.0.0"])
    assert.equal(announceServer(`http://${host}:8022`, HERE), undefined);
});
