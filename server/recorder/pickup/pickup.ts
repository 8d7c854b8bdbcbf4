import { join } from "node:path";
import { z } from "zod";
import { readIfThere, writeWhole } from "../../../tools/kit/durable.ts";
import { HubError } from "../../../tools/kit/errors.ts";
import { audioKeysOf } from "../../../tools/recorder/remote/keys.ts";
import type { Remote, RemoteEntry } from "../../../tools/recorder/remote/remote.ts";
import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import type { Recordings } from "../recordings.ts";
import type { Storage } from "../storage/storage.ts";
import { fetchPair, type Pair } from "./fetch-pair.ts";

export type PickupNews =
  | { type: "picked-up"; id: string; key: string }
  /** The pair stays there, and is looked at again when it has changed. */
  | { type: "pair-refused"; key: string; trouble: Error }
  | { type: "look-failed"; trouble: HubError; againInSeconds: number };

export type PickupParts = {
  remote: Remote;
  recordings: Recordings;
  storage: Storage;
  /** Of the server; the refused pairs are noted there. */
  folder: string;
  maxAudioBytes: number;
  everySeconds: number;
  tell?: (news: PickupNews) => void;
};

export type Pickup = {
  /** One look now; resolves with the number of recordings that came in. Throws what the remote throws. */
  look: () => Promise<number>;
  /** Looks now and then until it is closed. */
  start: () => void;
  close: () => Promise<void>;
};

const LONGEST_WAIT_S = 15 * 60;
const NOTED = z.record(z.string(), z.string());

/**
 * Picks up what devices have put into a bucket or a folder. Each pair comes in once, because the recordings that are
 * kept, and those that were deleted, are the mark; nothing there is changed. A pair that is not as it should be is told
 * of once and never stands in the way of the others.
 */
export async function openPickup(parts: PickupParts): Promise<Pickup> {
  const { remote, storage, everySeconds, tell = () => undefined } = parts;
  const path = join(parts.folder, "pickup-refused.json");
  const refused = await readNoted(path);
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<number> | undefined;
  let failures = 0;

  const isKnown = async (id: string) =>
    storage.metadata.wasRemoved(id) || (await storage.metadata.get(id)) !== undefined;

  const keepNoted = () => writeWhole(path, JSON.stringify(refused));
  /** What is not there any more need not be known to be bad. */
  const forgetGone = async (pairs: readonly Pair[]) => {
    const there = new Set(pairs.map((pair) => pair.record));
    const gone = Object.keys(refused).filter((key) => !there.has(key));
    if (gone.length === 0) return;
    for (const key of gone) delete refused[key];
    await keepNoted();
  };

  async function lookOnce(): Promise<number> {
    let count = 0;
    const pairs = await pairsOf(remote, closing.signal);
    await forgetGone(pairs);
    for (const pair of pairs) {
      if (refused[pair.record] === pair.version || (await isKnown(pair.id))) continue;
      try {
        const { isNew } = await fetchPair(pair, remote, parts, closing.signal);
        if (!isNew) continue;
        count++;
        tell({ type: "picked-up", id: pair.id, key: pair.audio });
      } catch (thrown) {
        if (!isOfThisPair(thrown)) throw thrown;
        refused[pair.record] = pair.version;
        await keepNoted();
        tell({ type: "pair-refused", key: pair.record, trouble: thrown });
      }
    }
    return count;
  }

  function look(): Promise<number> {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookAndWait(): Promise<void> {
    let seconds = everySeconds;
    try {
      await look();
      failures = 0;
    } catch (thrown) {
      if (closing.signal.aborted) return;
      seconds = Math.min(everySeconds * 2 ** failures++, LONGEST_WAIT_S);
      tell({ type: "look-failed", trouble: HubError.from(thrown), againInSeconds: seconds });
    }
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void lookAndWait(), seconds * 1000).unref();
  }

  return {
    look,
    start: () => void lookAndWait(),
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking?.catch(() => undefined);
      await remote.close();
    },
  };
}

/** Every record that has its audio beside it, with a mark that changes when either does. */
async function pairsOf(
  remote: Remote,
  signal: AbortSignal,
): Promise<(Pair & { version: string })[]> {
  const entries = new Map<string, RemoteEntry>();
  for await (const entry of remote.list("", signal)) entries.set(entry.key, entry);
  const pairs: (Pair & { version: string })[] = [];
  for (const { key, version } of entries.values()) {
    const names = audioKeysOf(key);
    const audio = names?.audio.map((name) => entries.get(name)).find((entry) => entry);
    if (!names || !audio) continue;
    const marks = `${version} ${audio.version}`;
    const { size_bytes } = audio;
    pairs.push({ record: key, audio: audio.key, id: names.id, size_bytes, version: marks });
  }
  return pairs;
}

/** Whether the pair itself is at fault, and not the way to it or this machine. */
function isOfThisPair(thrown: unknown): thrown is Error {
  if (thrown instanceof RecorderFailure) return thrown.status >= 400 && thrown.status < 500;
  return thrown instanceof HubError && ["bad-input", "limit", "changed"].includes(thrown.problem);
}

async function readNoted(path: string): Promise<Record<string, string>> {
  try {
    return NOTED.parse(JSON.parse((await readIfThere(path)) ?? "{}"));
  } catch {
    // Then they are looked at once more.
    return {};
  }
}
