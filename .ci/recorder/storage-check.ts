import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Recording, recording } from "../../tools/recorder/contract.ts";
import { begunBytes } from "../../tools/recorder/remote/ceph-rgw.fixture.ts";
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
  if (settings.target === "s3") await noneInTheMiddle(settings, kept);
}

/**
 * Uploads in parts that were never ended take room, and are in no list of files. A gateway that is killed while it puts
 * the parts together may have the file and list its upload still: that one stays, for to abort it could take the parts
 * away of which the file is made.
 */
async function noneInTheMiddle(settings: RemoteSettings, kept: readonly Recording[]) {
  const [, ...prefix] = settings.bucketOrPath.split("/");
  const sizes = new Map<string, number | undefined>();
  for (const each of kept) sizes.set([...prefix, keysOf(each).audio].join("/"), each.size_bytes);
  const left = (await begunBytes(settings)).filter(({ key, bytes }) => sizes.get(key) !== bytes);
  assert.deepEqual(left, [], "no upload is left in the middle");
}
