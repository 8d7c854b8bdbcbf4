import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { SYNCS_SHOW, watchSyncs } from "../tools/recorder/store/watch-syncs.fixture.ts";
import { isProof, pairingKey, proofOf, readCode } from "../tools/recorder/surface/pairing-proof.ts";
import { openPairing, type PairingDesk, type PairingOptions } from "./pairing.ts";

const FINGERPRINT = "AB:CD:EF";

async function desk(t: TestContext, more: Partial<PairingOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-pairing-"));
  t.after(() => rm(folder, { recursive: true }));
  const clock = { time: 0 };
  const options = {
    folder,
    deviceId: () => "kitchen",
    fingerprint: FINGERPRINT,
    now: () => clock.time,
  };
  return { pairing: await openPairing({ ...options, ...more }), folder, clock, options };
}

/** As a client does it that was shown this certificate. */
async function pairWith(pairing: PairingDesk, code: string, fingerprint = FINGERPRINT) {
  const { nonce } = pairing.offer();
  const key = await pairingKey(code, nonce, fingerprint);
  const answer = await pairing.pair({ nonce, proof: proofOf(key, "client"), name: "laptop" });
  assert.ok(isProof(key, "device", answer.proof), "the device proves that it knows the code, too");
  return answer.token;
}

test("who reads the code on the console gets a token, which holds after a restart; no file has it", async (t) => {
  const { pairing, folder, options } = await desk(t);
  const token = await pairWith(pairing, pairing.newCode());
  assert.equal(pairing.isToken(token), true);
  assert.equal(pairing.isToken("another-token-of-this-length"), false);
  const again = await openPairing(options);
  assert.equal(again.isToken(token), true);
  assert.ok(!(await readFile(join(folder, "paired.json"), "utf8")).includes(token));
});

test("tokens that were taken back stay so also after a power loss", SYNCS_SHOW, async (t) => {
  const { pairing, folder } = await desk(t);
  const token = await pairWith(pairing, pairing.newCode());
  const synced = await watchSyncs(t);
  await pairing.forgetAll();
  assert.equal(pairing.isToken(token), false);
  assert.equal(synced.at(-1), basename(folder));
});

test("a code pairs once, and only for ten minutes", async (t) => {
  const { pairing, clock } = await desk(t);
  const code = pairing.newCode();
  await pairWith(pairing, code);
  await assert.rejects(pairWith(pairing, code), /no code/);
  const later = pairing.newCode();
  clock.time += 10 * 60_000 + 1;
  await assert.rejects(pairWith(pairing, later), /no code/);
});

test("five wrong codes use the right one up", async (t) => {
  const told: string[] = [];
  const { pairing } = await desk(t, { tell: ({ type }) => told.push(type) });
  const code = pairing.newCode();
  for (let tries = 0; tries < 5; tries++)
    await assert.rejects(pairWith(pairing, "0000-0000"), /not the code/);
  await assert.rejects(pairWith(pairing, code), /no code/);
  assert.deepEqual(told, ["code-used-up"]);
});

test("somebody in between, who shows another certificate, cannot pass the proof on", async (t) => {
  const { pairing } = await desk(t);
  await assert.rejects(pairWith(pairing, pairing.newCode(), "99:99:99"), /stands between/);
});

test("an offer is answered once, and one that was never made not at all", async (t) => {
  const { pairing } = await desk(t);
  const code = pairing.newCode();
  const { nonce } = pairing.offer();
  const wrong = { nonce, proof: "0".repeat(64), name: "laptop" };
  await assert.rejects(pairing.pair(wrong), /not the code/);
  const key = await pairingKey(code, nonce, FINGERPRINT);
  await assert.rejects(
    pairing.pair({ ...wrong, proof: proofOf(key, "client") }),
    /answered already/,
  );
  await assert.rejects(pairing.pair({ ...wrong, nonce: "f".repeat(32) }), /not known/);
});

test("a code is read as people write it", () => {
  assert.equal(readCode(" 7k3m 9qxa "), "7K3M9QXA");
  assert.equal(readCode("oilo-0110"), "01100110");
  assert.equal(readCode("7K3M-9QX"), undefined);
  assert.equal(readCode("7K3M-9QX!"), undefined);
});
