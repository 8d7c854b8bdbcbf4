import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { startDevice } from "../../device/device.fixture.ts";
import { startServer } from "../../server/recorder/server.fixture.ts";
import { stageWorld } from "../world.fixture.ts";

suite("outpost setup recorder", () => {
  test("pairs by the code, tries the server's key, and stores a closed file with what worked", async (t) => {
    const { device, api } = await startDevice(t);
    const server = await startServer(t);
    const typed = [device.url, device.newPairingCode(), server.url, server.secret];
    const stage = stageWorld(t, { typed });
    assert.equal(await stage.run("setup", "recorder"), 0, stage.err());
    const path = join(stage.configFolder, ".env");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const text = readFileSync(path, "utf8");
    for (const line of [
      `RECORDER_DEVICE_URL=${device.url}`,
      `RECORDER_SERVER_URL=${server.url}`,
      `RECORDER_SERVER_KEY=${server.secret}`,
    ])
      assert.ok(text.includes(`${line}\n`), line);
    const token = /RECORDER_DEVICE_TOKEN=(\S+)/.exec(text)?.[1] ?? "";
    assert.equal((await api("/device", { token })).status, 200);
    const shown = `${stage.out()}${stage.screen()}${stage.err()}`;
    for (const secret of [token, server.secret]) assert.ok(!shown.includes(secret));
  });

  test("offers the devices of the network by number, and shows nothing of theirs that moves the cursor", async (t) => {
    const { device } = await startDevice(t);
    const devices = [
      { id: "cellar\u001b[2J", url: "https://192.0.2.7:8021", fingerprint: undefined },
      { id: "kitchen", url: device.url, fingerprint: undefined },
    ];
    const typed = ["2", device.newPairingCode(), ""];
    const stage = stageWorld(t, { found: { devices }, typed });
    assert.equal(await stage.run("setup", "recorder"), 0, stage.err());
    assert.match(stage.screen(), /1 {2}cellar.*192\.0\.2\.7:8021\n {2}2 {2}kitchen/);
    assert.ok(!stage.screen().includes("\u001b"));
    const text = readFileSync(join(stage.configFolder, ".env"), "utf8");
    assert.ok(text.includes(`RECORDER_DEVICE_URL=${device.url}\n`));
  });

  test("looks also where the settings let device and server listen", async (t) => {
    const env = { DEVICE_LISTEN: "127.0.0.1:9021", SERVER_LISTEN: "9022" };
    const stage = stageWorld(t, { env, typed: [] });
    const looked: (number | undefined)[] = [];
    stage.world.findRecorders = async ({ DEVICE_LISTEN, SERVER_LISTEN }) => {
      looked.push(DEVICE_LISTEN?.port, SERVER_LISTEN?.port);
      return { devices: [], servers: [] };
    };
    await stage.run("setup", "recorder");
    assert.deepEqual(looked, [9021, 9022]);
  });

  test("offers the server that was found, and takes none where a person wants none", async (t) => {
    const { device, token } = await startDevice(t);
    const server = await startServer(t);
    const servers = [{ id: "attic", url: server.url, fingerprint: undefined }];
    const answered = async (typed: string[]) => {
      const stage = stageWorld(t, { found: { servers }, typed: [device.url, token, ...typed] });
      assert.equal(await stage.run("setup", "recorder"), 0, stage.err());
      assert.match(stage.screen(), /Looking for[\s\S]*No device was found[\s\S]*1 {2}attic/);
      return readFileSync(join(stage.configFolder, ".env"), "utf8");
    };
    const line = `RECORDER_SERVER_URL=${server.url}\n`;
    for (const typed of ["", "1", server.url])
      assert.ok((await answered([typed, server.secret])).includes(line));
    assert.doesNotMatch(await answered(["none"]), /SERVER/);
  });

  test("takes the token itself as well, and no server", async (t) => {
    const { device, token } = await startDevice(t);
    const stage = stageWorld(t, { typed: [device.url, token, ""] });
    assert.equal(await stage.run("setup", "recorder"), 0, stage.err());
    const text = readFileSync(join(stage.configFolder, ".env"), "utf8");
    assert.match(text, new RegExp(`RECORDER_DEVICE_TOKEN=${token}\n`));
    assert.doesNotMatch(text, /SERVER/);
  });

  test("a wrong code, a wrong key and no address store nothing", async (t) => {
    const { device, token } = await startDevice(t);
    const server = await startServer(t);
    for (const [typed, exit] of [
      [[device.url, "0000-0000"], 5],
      [[device.url, token, server.url, "wrong"], 5],
      [["ftp://recorder"], 2],
      [["http://192.168.1.5:8021", "0000-0000"], 2],
    ] as const) {
      const stage = stageWorld(t, { typed: [...typed] });
      assert.equal(await stage.run("setup", "recorder"), exit, typed[0]);
      assert.throws(() => statSync(stage.configFolder));
    }
  });
});

test("outpost doctor recorder tells a device that is well, and what starts a server that is not there", async (t) => {
  const { device, token } = await startDevice(t);
  const env = {
    RECORDER_DEVICE_URL: device.url,
    RECORDER_DEVICE_TOKEN: token,
    RECORDER_SERVER_URL: "http://127.0.0.1:1",
  };
  const stage = stageWorld(t, { env });
  assert.equal(await stage.run("doctor", "recorder"), 5);
  assert.match(stage.out(), /✓ recorder +\S+ is idle, 0 recordings/);
  assert.match(stage.out(), /✗ server[\s\S]*`outpost server`/);
});

test("outpost doctor recorder tells of uploads that wait for an address, and what sets it", async (t) => {
  const { device, token, put } = await startDevice(t);
  const server = await startServer(t);
  const env = {
    RECORDER_DEVICE_URL: device.url,
    RECORDER_DEVICE_TOKEN: token,
    RECORDER_SERVER_URL: server.url,
    RECORDER_SERVER_KEY: server.secret,
  };
  await put({ upload_target: "s3", upload_bucket_or_path: "talks" });
  const stage = stageWorld(t, { env });
  assert.equal(await stage.run("doctor", "recorder"), 0);
  assert.match(stage.out(), /· recorder[\s\S]*Uploads to s3 wait: upload_endpoint is not set\./);
  assert.match(stage.out(), /→ Set what is missing with `outpost call recorder_configure`/);
});

test("several devices are named by a file, and a call says which one is meant", async (t) => {
  const one = await startDevice(t);
  const devices = { kitchen: { url: one.device.url, token: one.token } };
  const env = { RECORDER_DEVICES_FILE: "devices.json", RECORDER_SERVER_URL: "http://127.0.0.1:1" };
  const stage = stageWorld(t, { env });
  const path = join(stage.folder, "devices.json");
  writeFileSync(path, JSON.stringify(devices), { mode: 0o600 });
  assert.equal(await stage.run("call", "recording_list", '{"on":"kitchen"}'), 0, stage.err());
  assert.match(stage.out(), /^0 recordings on the device kitchen/);
  assert.equal(await stage.run("call", "recording_list", '{"on":"cellar"}'), 1);
  assert.match(stage.err(), /kitchen/);
});
