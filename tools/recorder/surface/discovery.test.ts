import assert from "node:assert/strict";
import { test } from "node:test";
import { announce, type FoundRecorder, findRecorders } from "./discovery.ts";
import { HERE, multicastOr } from "./multicast.fixture.ts";

const never = new AbortController().signal;

test(
  "a device that announces itself is found with its address, and no longer once it has closed",
  await multicastOr(),
  async () => {
    const id = `kitchen-${process.pid}`;
    const fingerprint = Array.from({ length: 32 }, () => "AB").join(":");
    const errors: unknown[] = [];
    const announced = announce(
      { kind: "device", id, port: 8021, tls: true, fingerprint },
      (error) => errors.push(error),
      HERE,
    );
    const look = async (ms: number) =>
      (await findRecorders("device", ms, never, HERE)).filter((each) => each.id === id);
    let found: FoundRecorder[];
    try {
      found = await look(3_000);
    } finally {
      await announced.close();
    }
    assert.deepEqual(errors, []);
    assert.equal(found.length, 1);
    assert.match(found[0]?.url ?? "", /^https:\/\/[\d.]+:8021$/);
    assert.equal(found[0]?.fingerprint, fingerprint);
    assert.deepEqual(await look(1_000), []);
  },
);
