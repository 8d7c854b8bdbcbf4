import { createHash, randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulid";
import { z } from "zod";
import {
  readIfThere,
  sweepUnfinished,
  syncFolder,
  writeWhole,
} from "../../../tools/kit/durable.ts";
import { HubError } from "../../../tools/kit/errors.ts";
import { fileLock } from "../../../tools/kit/lock.ts";
import { type ApiKey, apiKey, type KeyScope } from "../../../tools/recorder/contract.ts";

/** A key as it is kept. A sha256 is enough of a hash: the key has 256 random bits, which nobody guesses. */
const keptKey = apiKey.extend({ hash: z.string() });
type KeptKey = z.infer<typeof keptKey>;

export type KeyRing = {
  /** The key that was sent, if it is one of ours and not revoked. */
  find(sent: string): ApiKey | undefined;
  /** Notes that a key was used; kept on disk at most once a minute. */
  used(id: string): void;
  list(): ApiKey[];
  /** Makes a key. `secret` is shown to a person now, and never again. */
  create(name: string, scope: KeyScope): Promise<{ key: ApiKey; secret: string }>;
  /** Throws HubError `not-found` for what is no key's id or name. */
  revoke(idOrName: string): Promise<ApiKey>;
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>;
};

/** How long a key may go on being taken after another process has revoked it. */
const STALE_MS = 250;
const USED_EVERY_MS = 60_000;

/** The API keys of a server, in `keys.json` of its folder; several processes may change them. */
export async function openKeyRing(folder: string, now: () => number = Date.now): Promise<KeyRing> {
  const path = join(folder, "keys.json");
  const locked = fileLock(`${path}.lock`);
  const usedAt = new Map<string, number>();
  let byHash = new Map<string, KeptKey>();
  let seen = "";
  let lookedAt = Number.NEGATIVE_INFINITY;
  const take = (kept: KeptKey[]) => {
    byHash = new Map(kept.map((key) => [key.hash, key]));
  };
  const read = async () => parse(await readIfThere(path));
  const change = (work: (kept: KeptKey[]) => KeptKey[]) =>
    locked(async () => {
      await sweepUnfinished(path);
      const kept = work(await read());
      await writeWhole(path, JSON.stringify(kept, undefined, 2));
      await syncFolder(folder);
      take(kept);
      seen = stampOf(path);
    });
  // Between two requests, not beside them: the file is small, and seldom another one.
  const reload = () => {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    take(parse(stamp === NO_FILE ? undefined : readFileSync(path, "utf8")));
    seen = stamp;
  };
  reload();

  let noting: Promise<void> = Promise.resolve();
  const noteUse = (id: string) => {
    const at = new Date(now()).toISOString();
    noting = change((kept) =>
      kept.map((key) => (key.id === id ? { ...key, last_used_at: at } : key)),
    )
      // When a key was last used is a courtesy: a full disk must not refuse a reader for it.
      .catch(() => undefined);
  };
  return {
    find(sent) {
      // Whichever way the clock went: one that was set back must not keep a revoked key alive.
      if (Math.abs(now() - lookedAt) > STALE_MS) {
        lookedAt = now();
        reload();
      }
      // A look-up by the hash tells by its time nothing about the key.
      const key = byHash.get(hashOf(sent));
      return key && key.revoked_at === null ? shown(key) : undefined;
    },
    used(id) {
      const before = usedAt.get(id);
      if (before !== undefined && Math.abs(now() - before) < USED_EVERY_MS) return;
      usedAt.set(id, now());
      noteUse(id);
    },
    settled: () => noting,
    list() {
      reload();
      return [...byHash.values()].map(shown);
    },
    async create(name, scope) {
      const secret = `rec_${randomBytes(32).toString("base64url")}`;
      const key: ApiKey = {
        id: ulid(now()),
        name: named(name),
        scope,
        created_at: new Date(now()).toISOString(),
        last_used_at: null,
        revoked_at: null,
      };
      await change((kept) => [...kept, { ...key, hash: hashOf(secret) }]);
      return { key, secret };
    },
    async revoke(idOrName) {
      const revoked_at = new Date(now()).toISOString();
      let found: KeptKey | undefined;
      await change((kept) => {
        const live = kept.filter((key) => key.revoked_at === null);
        const fitting = live.filter((key) => key.id === idOrName || key.name === idOrName);
        if (fitting.length !== 1) throw notOne(fitting.length, live);
        found = fitting[0];
        return kept.map((key) => (key.id === found?.id ? { ...key, revoked_at } : key));
      });
      if (!found) throw new HubError("bug", "A key was revoked and is not there.");
      return shown({ ...found, revoked_at });
    },
  };
}

const NO_FILE = "none";
const shown = (key: KeptKey): ApiKey => apiKey.parse(key);
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const parse = (text: string | undefined) => z.array(keptKey).parse(JSON.parse(text ?? "[]"));

/** Changes whenever the file is replaced. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : NO_FILE;
}

function named(name: string): string {
  if (/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(name)) return name;
  throw new HubError(
    "bad-input",
    "A key's name has 1 to 64 characters, all of which can be shown.",
  );
}

function notOne(count: number, live: readonly KeptKey[]): HubError {
  if (count > 1)
    return new HubError("bad-input", "Several keys have this name.", { advice: "Give the id." });
  return new HubError("not-found", "There is no such key that is not revoked.", {
    alternatives: live.map((key) => `${key.id} (${key.name})`),
  });
}
