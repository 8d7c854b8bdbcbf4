import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openAudioWriter } from "../../../tools/recorder/audio/audio-writer.ts";
import { overWebDav } from "../../../tools/recorder/remote/over-webdav.fixture.ts";
import { openRemote } from "../../../tools/recorder/remote/remote.ts";
import type { StorageServer } from "../../../tools/recorder/remote/webdav-servers.fixture.ts";
import { openRecorderServer } from "../create-recorder-server.ts";
import { DEFAULTS } from "../settings.ts";
import { openPickup, type PickupNews } from "./pickup.ts";

const it = overWebDav();
const never = new AbortController().signal;

/** A server whose engine is not installed, beside a folder of uploads of its own. */
async function setUp(t: TestContext, storage: StorageServer) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-pickup-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const settings = { ...storage.settings, bucketOrPath: `of-${folder.slice(-6)}` };
  const remote = await openRemote(settings);
  const server = await openRecorderServer(
    { ...DEFAULTS, port: 0, version: "1", folder: join(folder, "server") },
    {
      transcriber: {
        id: "none",
        check: async () => ({ state: "missing", reason: "None.", install: "none" }),
        transcribe: () => Promise.reject(new Error("not installed")),
      },
    },
  );
  t.after(server.close);
  const news: PickupNews[] = [];
  const open = async () =>
    openPickup({
      ...server.parts,
      remote: await openRemote(settings),
      folder: server.parts.settings.folder,
      maxAudioBytes: 10_000_000,
      everySeconds: 60,
      tell: (each) => void news.push(each),
    });
  const pickup = await open();
  t.after(async () => {
    await pickup.close();
    await remote.close();
  });

  let count = 0;
  const put = async (key: string, bytes: Buffer | string) => {
    const path = join(folder, `put-${count++}`);
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const note = { kept: undefined, keep: async () => undefined };
    const file = { path, size_bytes: Buffer.byteLength(bytes), sha256 };
    await remote.put(key, file, { signal: never, note });
    return sha256;
  };
  const remove = async (key: string) => {
    const { endpoint, bucketOrPath, accessKey, secretKey } = settings;
    const account = Buffer.from(`${accessKey}:${secretKey}`).toString("base64");
    const headers = { authorization: `Basic ${account}` };
    const url = `${endpoint}/${bucketOrPath}/${key}`;
    assert.equal((await fetch(url, { method: "DELETE", headers })).ok, true);
  };
  /** A second of sound, and what a device says of it. */
  const recorded = async (id: string) => {
    const path = join(folder, `${id}.wav`);
    const writer = await openAudioWriter(path, {
      sampleRate: 16_000,
      channels: 1,
      codec: "wav_pcm_s16le",
    });
    await writer.append(Buffer.alloc(32_000, id));
    const { sha256, bytes } = await writer.close();
    const record = {
      id,
      device_id: "kitchen",
      started_at: "2026-11-21T08:00:00.000Z",
      duration_s: 1,
      sample_rate: 16_000,
      channels: 1,
      codec: "wav_pcm_s16le",
      size_bytes: bytes,
      sha256,
      sync_state: "uploaded",
    };
    return { audio: await readFile(path), record };
  };
  return { server, pickup, open, put, remove, recorded, news };
}

it("a pair comes in once, however often it is looked for", async (t, storage) => {
  const { server, pickup, open, put, recorded, news } = await setUp(t, storage);
  const { audio, record } = await recorded("one");
  await put("kitchen/2026/11/one.wav", audio);
  assert.equal(await pickup.look(), 0, "without its record it is not whole");
  await put("kitchen/2026/11/one.json", JSON.stringify(record));
  assert.equal(await pickup.look(), 1);
  assert.equal(await pickup.look(), 0);
  const again = await open();
  assert.equal(await again.look(), 0, "nor by a server that was started anew");
  await again.close();
  const kept = await server.parts.storage.metadata.get("one");
  assert.equal(kept?.sha256, record.sha256);
  assert.equal(kept?.sync_state, "ingested");
  assert.deepEqual(
    news.map(({ type }) => type),
    ["picked-up"],
  );
});

it("what its owner has deleted is not picked up again", async (t, storage) => {
  const { server, pickup, put, recorded } = await setUp(t, storage);
  const { audio, record } = await recorded("two");
  await put("two.wav", audio);
  await put("two.json", JSON.stringify(record));
  assert.equal(await pickup.look(), 1);
  assert.equal(await server.parts.recordings.remove("two"), true);
  assert.equal(await pickup.look(), 0);
  assert.equal(await server.parts.storage.metadata.get("two"), undefined);
});

it("a pair that is not as it should be is told of once, and holds up no other", async (t, storage) => {
  const { pickup, open, put, recorded, news } = await setUp(t, storage);
  const good = await recorded("good");
  const lying = await recorded("lying");
  await put("a/broken.json", "{ not json");
  await put("a/broken.wav", good.audio);
  await put("a/lying.wav", good.audio);
  await put("a/lying.json", JSON.stringify({ ...lying.record, size_bytes: undefined }));
  await put("good.wav", good.audio);
  await put("good.json", JSON.stringify(good.record));
  await put("notes.txt", "not ours");
  assert.equal(await pickup.look(), 1);
  const told = () =>
    news.map((each) => (each.type === "pair-refused" ? each.key : each.type)).sort();
  assert.deepEqual(told(), ["a/broken.json", "a/lying.json", "picked-up"]);
  assert.equal(await pickup.look(), 0);
  const again = await open();
  assert.equal(await again.look(), 0);
  await again.close();
  assert.equal(told().length, 3);
});

it("a refused pair that was taken away is forgotten, and told of again when it comes back", async (t, storage) => {
  const { server, pickup, put, remove, recorded, news } = await setUp(t, storage);
  const { audio } = await recorded("bad");
  const noted = async () =>
    JSON.parse(await readFile(join(server.parts.settings.folder, "pickup-refused.json"), "utf8"));
  await put("bad.wav", audio);
  await put("bad.json", "{ not json");
  await pickup.look();
  assert.deepEqual(Object.keys(await noted()), ["bad.json"]);
  await remove("bad.json");
  await pickup.look();
  assert.deepEqual(await noted(), {});
  await put("bad.json", "{ not json");
  await pickup.look();
  assert.equal(news.filter(({ type }) => type === "pair-refused").length, 2);
});

it("storage that is away is said, and looked at again later", async (t, storage) => {
  const { pickup, put, recorded } = await setUp(t, storage);
  const { audio, record } = await recorded("later");
  await put("later.wav", audio);
  await put("later.json", JSON.stringify(record));
  await storage.stop();
  await assert.rejects(pickup.look(), /cannot be reached/);
  await storage.start();
  assert.equal(await pickup.look(), 1);
});
