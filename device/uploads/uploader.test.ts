import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { serveHere } from "../../tools/kit/serve-here.fixture.ts";
import { overWebDav } from "../../tools/recorder/remote/over-webdav.fixture.ts";
import type { RemoteSettings } from "../../tools/recorder/remote/remote.ts";
import { IDS, setUp } from "./uploader.fixture.ts";

const it = overWebDav();
const never = new AbortController().signal;

it("what was recorded goes up oldest first, as whole pairs, and is marked only then", async (t, {
  settings,
}) => {
  const { uploader, there, states, news, remote, shelf } = await setUp(t, settings);
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), ["uploaded", "uploaded"]);
  assert.deepEqual(
    await there(),
    IDS.flatMap((id) => [`kitchen/2026/11/${id}.json`, `kitchen/2026/11/${id}.wav`]),
  );
  assert.deepEqual(
    news.map((each) => [each.type, "recording" in each && each.recording.id]),
    IDS.map((id) => ["uploaded", id]),
  );
  const record = JSON.parse(
    String(await remote.read(`kitchen/2026/11/${IDS[0]}.json`, 10_000, never)),
  );
  assert.equal(record.sha256, shelf.store.get(IDS[0] ?? "")?.sha256);
});

it("nothing goes up on battery, nor where no target is set", async (t, { settings }) => {
  const onBattery = await setUp(t, settings, { power: async () => "battery" });
  onBattery.uploader.look();
  await onBattery.uploader.idle();
  assert.deepEqual(onBattery.states(), ["local", "local"]);
  const without = await setUp(t, settings);
  without.config.upload_target = "none";
  without.uploader.look();
  await without.uploader.idle();
  assert.deepEqual([without.states(), without.news], [["local", "local"], []]);
});

it("a target without an address is said once, and again where the config still lacks it", async (t, {
  settings,
}) => {
  const { uploader, news, config, states } = await setUp(t, settings);
  const endpoint = config.upload_endpoint;
  Object.assign(config, { upload_endpoint: null, upload_target: "webdav" });
  const look = async () => {
    uploader.look();
    await uploader.idle();
  };
  await look();
  await look();
  const why = "Uploads to webdav wait: upload_endpoint is not set.";
  assert.deepEqual(news, [{ type: "uploads-wait", why }]);
  Object.assign(config, { upload_target: "s3", upload_bucket_or_path: null });
  uploader.configChanged();
  await uploader.idle();
  const both = "Uploads to s3 wait: upload_endpoint and upload_bucket_or_path are not set.";
  assert.deepEqual(news.slice(1), [{ type: "uploads-wait", why: both }]);
  const target = { upload_target: settings.target, upload_endpoint: endpoint };
  Object.assign(config, { ...target, upload_bucket_or_path: "later" });
  uploader.configChanged();
  await uploader.idle();
  assert.deepEqual(states(), ["uploaded", "uploaded"]);
});

it("a recording that begins stops the upload, which goes on afterwards", async (t, {
  settings,
}) => {
  let rest: () => void = () => undefined;
  const { uploader, states, there } = await setUp(t, settings, {
    tell: ({ type }) => type === "upload-progress" && rest(),
  });
  rest = uploader.rest;
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), ["local", "local"]);
  rest = () => undefined;
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), ["uploaded", "uploaded"]);
  assert.equal((await there()).length, 4);
});

it("a refused account is asked once, until the config changes", async (t, { settings }) => {
  const { uploader, states, news, secrets } = await setUp(t, { ...settings, secretKey: "wrong" });
  uploader.look();
  await uploader.idle();
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), ["local", "local"]);
  assert.equal(news.length, 1);
  assert.ok(news[0]?.type === "upload-failed" && news[0].trouble.problem === "sign-in");
  assert.equal(news[0].againInSeconds, undefined);
  secrets.upload_secret_key = settings.secretKey;
  uploader.configChanged();
  await uploader.idle();
  assert.deepEqual(states(), ["uploaded", "uploaded"]);
});

it("a server that cannot be reached is tried again, later and later", async (t, { settings }) => {
  const { uploader, news, states } = await setUp(t, {
    ...settings,
    endpoint: "http://127.0.0.1:9",
  });
  for (let tries = 0; tries < 3; tries++) {
    uploader.look();
    await uploader.idle();
  }
  assert.deepEqual(states(), ["local", "local"]);
  assert.deepEqual(
    news.map((each) => each.type === "upload-failed" && each.againInSeconds),
    [15, 30, 60],
  );
});

test("a busy storage is left alone for as long as it asks, at most half an hour", async (t) => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();
  const asks = ["5", "300", inAnHour(), "a while"];
  let requests = 0;
  const endpoint = await serveHere(t, (request, response) => {
    requests++;
    request.resume();
    response.writeHead(503, { "retry-after": asks[0] }).end();
  });
  const settings = { target: "webdav", endpoint, bucketOrPath: "", accessKey: "a", secretKey: "b" };
  const { uploader, news } = await setUp(t, settings as RemoteSettings); // as written
  for (; asks.length > 0; asks.shift()) {
    uploader.configChanged();
    await uploader.idle();
    const until = requests;
    uploader.rest();
    uploader.look(); // A recording began and ended: no reason to ask sooner.
    await uploader.idle();
    assert.equal(requests, until);
  }
  assert.deepEqual(
    news.map((each) => each.type === "upload-failed" && each.againInSeconds),
    [15, 300, 1800, 15],
  );
});

it("other bytes at a recording's place hold back that one alone, and are not touched", async (t, {
  settings,
}) => {
  const { uploader, states, news, remote, shelf } = await setUp(t, settings);
  const [first = "", second = ""] = IDS;
  await shelf.store.put(second, "other", "something else");
  const path = join(shelf.store.placeOf(second), "other");
  const other = { path, size_bytes: 14, sha256: hashed("something else") };
  const note = { kept: undefined, keep: async () => undefined };
  await remote.put(`kitchen/2026/11/${first}.wav`, other, { signal: never, note });
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), ["local", "uploaded"]);
  assert.ok(news[0]?.type === "upload-failed" && news[0].trouble.problem === "changed");
  assert.equal(
    String(await remote.read(`kitchen/2026/11/${first}.wav`, 100, never)),
    "something else",
  );
});

const hashed = (text: string): string => createHash("sha256").update(text).digest("hex");

it("a disk that is full here is no fault of a recording: it goes up once there is room", async (t, {
  settings,
}) => {
  let isFull = true;
  const { uploader, states, news } = await setUp(t, settings, {}, (store) => ({
    ...store,
    put: (...asked) =>
      isFull
        ? Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }))
        : store.put(...asked),
  }));
  uploader.look();
  await uploader.idle();
  const [first] = news;
  assert.equal(news.length, 1);
  assert.ok(first?.type === "upload-failed" && first.againInSeconds !== undefined);
  assert.match(first.trouble.message, /disk is full/);
  isFull = false;
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), ["uploaded", "uploaded"]);
});
