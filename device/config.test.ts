import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  deviceConfig,
  deviceStatus,
  errorBody,
  pairingAnswer,
  pairingOffer,
} from "../tools/recorder/contract.ts";
import { pairingKey, proofOf } from "../tools/recorder/surface/pairing-proof.ts";
import { startDevice, temporary } from "./device.fixture.ts";
import { readNetwork } from "./network.ts";
import { openOwnConfig } from "./own-config.ts";
import { readPower } from "./power.ts";

const codeOf = async (answer: Response) => errorBody.parse(await answer.json()).code;

test("an update keeps what it does not name, answers the whole, and lasts", async (t) => {
  const { put, get, shelf, token, device } = await startDevice(t);
  const first = deviceConfig.parse(await (await get("/device/config")).json());
  const answer = await put({ codec: "opus", upload_target: "s3" });
  const second = deviceConfig.parse(await answer.json());
  assert.deepEqual(second, { ...first, codec: "opus", upload_target: "s3" });
  await put({ upload_endpoint: "https://store.example/x" });
  await put({ upload_endpoint: null, wifi_ssid: "home" });
  await device.close();
  const again = await startDevice(t, { shelf });
  const last = await (await again.api("/device/config", { token })).json();
  assert.deepEqual(last, { ...second, wifi_ssid: "home" });
});

test("secrets are kept for uploads and answered by nothing", async (t) => {
  const { put, get, shelf } = await startDevice(t);
  const secrets = {
    wifi_psk: "psk-1234567",
    upload_access_key: "AKIA-1",
    upload_secret_key: "s3cr3t",
  };
  const answer = await put(secrets);
  const shown = (await answer.text()) + (await (await get("/device/config")).text());
  for (const secret of Object.values(secrets)) assert.ok(!shown.includes(secret));
  const own = await openOwnConfig(shelf);
  assert.deepEqual(own.secrets(), secrets);
  assert.equal((await stat(join(shelf, "device.json"))).mode & 0o777, 0o600);
  await put({ upload_access_key: "AKIA-2" });
  assert.deepEqual((await openOwnConfig(shelf)).secrets(), {
    ...secrets,
    upload_access_key: "AKIA-2",
  });
});

test("an upload account goes to no other host than the one it was given for", async (t) => {
  const { put, shelf } = await startDevice(t);
  const account = { upload_access_key: "me", upload_secret_key: "s3cr3t" };
  await put({ ...account, wifi_psk: "psk-1234567" });
  await put({ upload_target: "webdav", upload_endpoint: "https://nas.example/dav" });
  await put({ upload_endpoint: "https://nas.example/other", upload_bucket_or_path: "rec" });
  const kept = async () => (await openOwnConfig(shelf)).secrets();
  assert.deepEqual(await kept(), { ...account, wifi_psk: "psk-1234567" });
  await put({ upload_endpoint: "https://evil.example/dav" });
  assert.deepEqual(await kept(), { wifi_psk: "psk-1234567" });
  await put({ ...account, upload_endpoint: "https://nas.example/dav" });
  assert.equal((await kept()).upload_secret_key, "s3cr3t");
  await put({ upload_endpoint: null });
  assert.deepEqual(await kept(), { wifi_psk: "psk-1234567" });
});

test("a new token counts at once, the old one no more, and neither is kept as it is", async (t) => {
  const { put, api, shelf, token } = await startDevice(t);
  const next = "a-token-of-my-own-choosing";
  assert.equal((await put({ api_token: next })).status, 200);
  assert.equal((await api("/device")).status, 401);
  assert.equal((await api("/device", { token: next })).status, 200);
  const kept = await readFile(join(shelf, "device.json"), "utf8");
  assert.ok(!kept.includes(next) && !kept.includes(token));
});

test("whoever changes the token shuts out those who had paired, too", async (t) => {
  const { api, put, device } = await startDevice(t);
  const pair = async () => {
    const { nonce } = pairingOffer.parse(await (await api("/pair", { token: null })).json());
    const key = await pairingKey(device.newPairingCode(), nonce, "");
    const answer = await api("/pair", {
      method: "POST",
      token: null,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ nonce, proof: proofOf(key, "client"), name: "laptop" }),
    });
    return pairingAnswer.parse(await answer.json()).token;
  };
  const paired = await pair();
  assert.equal((await api("/device", { token: paired })).status, 200);
  await put({ wifi_ssid: "home" });
  assert.equal((await api("/device", { token: paired })).status, 200);
  await put({ api_token: "a-token-of-my-own-choosing" });
  assert.equal((await api("/device", { token: paired })).status, 401);
});

test("a token that was lost is replaced at the device itself", async (t) => {
  const { shelf, token, device } = await startDevice(t);
  await device.close();
  const again = await startDevice(t, { shelf, freshToken: true });
  assert.notEqual(again.token, token);
  assert.equal((await again.api("/device")).status, 200);
  assert.equal((await again.api("/device", { token })).status, 401);
});

test("a config that cannot be read stops the start: no token never means open", async (t) => {
  const shelf = await temporary(t);
  for (const text of ["", "{", "null", '{"config":{},"secrets":{},"token_sha256":""}']) {
    await writeFile(join(shelf, "device.json"), text);
    await assert.rejects(openOwnConfig(shelf), /config cannot be read/);
  }
});

test("what cannot be taken is refused with its status, and nothing of it is kept", async (t) => {
  const { put, get } = await startDevice(t);
  const before = await (await get("/device/config")).text();
  const values: unknown[] = [
    { codec: "mp3" },
    { sample_rate: 0 },
    { sample_rate: "16000" },
    { sample_rate: 16_000.5 },
    { codec: "opus", sample_rate: 44_100 },
    { upload_target: "ftp" },
    { upload_endpoint: "file:///etc/passwd" },
    { upload_endpoint: "http://169.254.169.254/" },
    { upload_endpoint: "http://user:pass@store.example/" },
    { upload_endpoint: "" },
    { device_id: "" },
    { device_id: null },
    { device_id: "a\nb" },
    { device_id: "x".repeat(200) },
    { api_token: "short" },
    { api_token: "" },
    { api_token: null },
    { open_listing: "yes" },
    { codec: "opus", colour: "red" },
    { token_sha256: "0".repeat(64) },
  ];
  for (const value of values) {
    const answer = await put(value);
    assert.equal(answer.status, 422, JSON.stringify(value));
    assert.equal(await codeOf(answer), "invalid_value");
  }
  const bodies: [body: string, status: number, code: string][] = [
    ["", 400, "bad_request"],
    ["{", 400, "bad_request"],
    ["[]", 400, "bad_request"],
    ["null", 400, "bad_request"],
    ['{"codec":"opus","codec":"adpcm"}', 400, "bad_request"],
    [`{"device_id":"${"x".repeat(70_000)}"}`, 413, "too_large"],
    [`${"[".repeat(20_000)}`, 400, "bad_request"],
  ];
  for (const [body, status, code] of bodies) {
    const answer = await put(body);
    assert.equal(answer.status, status, body.slice(0, 40));
    assert.equal(await codeOf(answer), code);
  }
  assert.equal((await put("{}", { headers: { "content-type": "text/plain" } })).status, 415);
  assert.equal((await put("{}", { token: null })).status, 401);
  const proto = await put('{"__proto__":{"open_listing":true}}');
  assert.equal(proto.status, 422);
  assert.equal(await (await get("/device/config")).text(), before);
});

test("many updates at once each keep what the others named", async (t) => {
  const { put, get } = await startDevice(t);
  const updates = [
    { codec: "adpcm" },
    { sample_rate: 8000 },
    { wifi_ssid: "x" },
    { device_id: "d" },
  ];
  await Promise.all(updates.map((update) => put(update)));
  const now = deviceConfig.parse(await (await get("/device/config")).json());
  assert.deepEqual({ ...now, ...Object.assign({}, ...updates) }, now);
});

test("the power is what the system's own files say", async (t) => {
  const root = await temporary(t);
  const supply = async (name: string, files: Record<string, string>) => {
    const folder = join(root, "sys/class/power_supply", name);
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries(files))
      await writeFile(join(folder, file), `${text}\n`);
  };
  assert.deepEqual(await readPower(root), { power: "powered", battery_pct: null });
  await supply("mouse", { type: "Battery", scope: "Device", status: "Discharging", capacity: "5" });
  assert.deepEqual(await readPower(root), { power: "powered", battery_pct: null });
  await supply("AC", { type: "Mains", online: "0" });
  await supply("BAT0", { type: "Battery", status: "Discharging", capacity: "41" });
  assert.deepEqual(await readPower(root), { power: "battery", battery_pct: 41 });
  await supply("AC", { type: "Mains", online: "1" });
  await supply("BAT0", { type: "Battery", status: "Charging", capacity: "42" });
  const { get } = await startDevice(t, { systemRoot: root });
  const status = deviceStatus.parse(await (await get("/device")).json());
  assert.deepEqual([status.power, status.battery_pct], ["charging", 42]);
  await supply("BAT0", { type: "Battery", status: "Not charging", capacity: "80" });
  assert.deepEqual(await readPower(root), { power: "powered", battery_pct: 80 });
});

test("the network is told by its interfaces", async (t) => {
  const root = await temporary(t);
  await mkdir(join(root, "sys/class/net/wlan0/wireless"), { recursive: true });
  await writeFile(join(root, "sys/class/net/wlan0/operstate"), "up\n");
  const address = { netmask: "", mac: "", cidr: null };
  const lo = [{ ...address, address: "127.0.0.1", family: "IPv4" as const, internal: true }];
  const wlan0 = [{ ...address, address: "192.0.2.7", family: "IPv4" as const, internal: false }];
  assert.deepEqual(await readNetwork(root, { lo }), { wifi_connected: false, ip: null });
  assert.deepEqual(await readNetwork(root, { lo, wlan0 }), {
    wifi_connected: true,
    ip: "192.0.2.7",
  });
});
