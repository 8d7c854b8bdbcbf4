import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { type Recording, recording } from "../../tools/recorder/contract.ts";
import { keysOf } from "../../tools/recorder/remote/keys.ts";
import { openRemote, type RemoteSettings } from "../../tools/recorder/remote/remote.ts";

/** Fails unless the storage holds these recordings as whole pairs, and nothing else: no half file, no begun upload. */
export async function checkStorage(
  settings: RemoteSettings,
  kept: readonly Recording[],
): Promise<void> {
  const { signal } = new AbortController();
  const remote = await openRemote(settings);
  try {
    const there: string[] = [];
    for await (const { key } of remote.list("", signal)) there.push(key);
    const wanted = kept.flatMap((each) => Object.values(keysOf(each)));
    assert.deepEqual(there.sort(), wanted.sort(), "whole pairs, and nothing else");
    for (const each of kept) {
      const { audio, record } = keysOf(each);
      const hash = createHash("sha256");
      for await (const piece of await remote.open(audio, 0, signal)) hash.update(piece);
      assert.equal(hash.digest("hex"), each.sha256, audio);
      const said = recording.parse(JSON.parse(String(await remote.read(record, 65_536, signal))));
      assert.equal(said.sha256, each.sha256, record);
    }
  } finally {
    await remote.close();
  }
  if (settings.target === "s3") await noneBegun(settings);
}

/** Uploads in parts that were never ended take room, and are in no list of files. */
async function noneBegun({ endpoint, bucketOrPath, accessKey, secretKey }: RemoteSettings) {
  const client = new AwsClient({
    accessKeyId: accessKey ?? "",
    secretAccessKey: secretKey ?? "",
    service: "s3",
    region: "us-east-1",
  });
  const answer = await client.fetch(`${endpoint}/${bucketOrPath.split("/")[0]}?uploads`);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.doesNotMatch(text, /<UploadId>/, "no upload is left in the middle");
}
