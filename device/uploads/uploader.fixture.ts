import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openAudioWriter } from "../../tools/recorder/audio/audio-writer.ts";
import { openRemote, type RemoteSettings } from "../../tools/recorder/remote/remote.ts";
import { openShelf, type Shelf } from "../shelf.ts";
import { createUploader, type UploaderParts, type UploadNews } from "./uploader.ts";

export const IDS = ["01KAJ0000000000000000000A0", "01KAJ0000000000000000000B0"];
const never = new AbortController().signal;

/** A device with two recordings on its shelf, and an uploader that reports. */
export async function setUp(
  t: TestContext,
  storage: RemoteSettings,
  more: Partial<UploaderParts> = {},
  disk: (store: Shelf["store"]) => Shelf["store"] = (store) => store,
) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-uploads-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const shelf = await openShelf(folder);
  t.after(shelf.close);
  for (const [at, id] of IDS.entries()) {
    const note = { id, device_id: "kitchen", started_at: `2026-11-21T08:0${at}:00.000Z` };
    const take = await shelf.begin(note, "wav_pcm_s16le");
    const format = { sampleRate: 16_000, channels: 1, codec: "wav_pcm_s16le" } as const;
    const writer = await openAudioWriter(take.audio, format);
    await writer.append(Buffer.alloc(320_000, at + 1));
    await writer.close();
    await shelf.publish(take);
  }
  const place = `of-${folder.slice(-6)}`;
  const config = {
    upload_target: storage.target as RemoteSettings["target"] | "none",
    upload_endpoint: storage.endpoint,
    upload_bucket_or_path: place,
  };
  const secrets = { upload_access_key: storage.accessKey, upload_secret_key: storage.secretKey };
  const news: UploadNews[] = [];
  const uploader = createUploader({
    shelf: { ...shelf, store: disk(shelf.store) },
    // As OwnConfig: the uploader reads no other field.
    config: { config: () => config, secrets: () => secrets } as UploaderParts["config"],
    power: async () => "powered",
    uploading: () => undefined,
    tell: (each) => void (each.type === "upload-progress" || news.push(each)),
    random: () => 1,
    ...more,
  });
  t.after(uploader.close);
  const remote = await openRemote({ ...storage, bucketOrPath: place });
  t.after(remote.close);
  const there = async () => {
    const keys = [];
    for await (const { key } of remote.list("", never)) keys.push(key);
    return keys.sort();
  };
  const states = () => IDS.map((id) => shelf.store.get(id)?.sync_state);
  return { shelf, uploader, remote, there, states, news, config, secrets };
}
