import assert from "node:assert/strict";
import { test } from "node:test";
import { announce, findRecorders } from "./discovery.ts";

/** Multicast that stays on this machine. */
const HERE = { interface: "127.0.0.1", bind: "0.0.0.0" };
const never = new AbortController().signal;

test("a device that announces itself is found with its address, and no longer once it has closed", async (t) => {
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
  const found = await look(3_000).catch((error: unknown) => {
    // A machine without multicast has nothing to find.
    t.diagnostic(String(error));
    return undefined;
  });
  await announced.close();
  if (!found) return t.skip("this network knows no multicast");
  assert.deepEqual(errors, []);
  assert.equal(found.length, 1);
  assert.match(found[0]?.url ?? "", /^https:\/\/[\d.]+:8021$/);
  assert.equal(found[0]?.fingerprint, fingerprint);
  assert.deepEqual(await look(1_000), []);
});
