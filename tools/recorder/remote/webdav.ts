import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { HubError } from "../../kit/errors.ts";
import { openExchange, pieces, readAtMost, type Sending } from "./exchange.ts";
import { pathParts } from "./keys.ts";
import type {
  Carrying,
  Remote,
  RemoteEntry,
  RemoteFile,
  RemoteNote,
  RemoteSettings,
} from "./remote.ts";
import { readFolder } from "./xml.ts";

/** A server notices only after a while that nobody sends any more: until then a file may be locked, or not yet there. */
const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 50;
const GONE_LOOKS = 10;

const PROPERTIES =
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/><getetag/><getlastmodified/><resourcetype/></prop></propfind>';

/**
 * A folder of any WebDAV server, sloppy ones included: a file goes to a temporary name, is read back and hashed, and is
 * then moved to its own name without overwriting. So no half file ever bears that name, whoever loses power.
 */
export function openWebDav(settings: RemoteSettings): Remote {
  const endpoint = new URL(settings.endpoint);
  const base = [...pathParts(endpoint.pathname).map(decoded), ...pathParts(settings.bucketOrPath)];
  const exchange = openExchange(endpoint);
  const { accessKey, secretKey } = settings;
  const account =
    accessKey === undefined
      ? {}
      : {
          authorization: `Basic ${Buffer.from(`${accessKey}:${secretKey ?? ""}`).toString("base64")}`,
        };

  const urlOf = (parts: readonly string[], folder = false) =>
    new URL(`/${parts.map(encodeURIComponent).join("/")}${folder ? "/" : ""}`, endpoint);
  const at = (key: string) => urlOf([...base, ...pathParts(key)]);
  const sending = (method: string, url: URL, signal: AbortSignal, expects: number[]): Sending => ({
    method,
    url,
    headers: account,
    signal,
    expects,
  });

  /** Folders that are known to be there. */
  const made = new Set<string>();
  async function makeFolders(key: string, signal: AbortSignal): Promise<void> {
    const parts = [...base, ...pathParts(key).slice(0, -1)];
    const endpointDepth = pathParts(endpoint.pathname).length;
    for (let depth = endpointDepth + 1; depth <= parts.length; depth++) {
      const url = urlOf(parts.slice(0, depth), true);
      if (made.has(url.href)) continue;
      // 405 and 301: it is there already. 200: a server that says so instead of 405.
      await exchange.tell(sending("MKCOL", url, signal, [201, 200, 301, 405]));
      made.add(url.href);
    }
  }

  /** The hash of what is there; undefined where nothing is. */
  async function hashOf(url: URL, signal: AbortSignal): Promise<string | undefined> {
    const answer = await exchange.send(sending("GET", url, signal, [200, 404]));
    if (answer.status === 404) {
      await answer.body.dump();
      return undefined;
    }
    const hash = createHash("sha256");
    for await (const piece of pieces(answer.body, url, signal)) hash.update(piece);
    return hash.digest("hex");
  }

  async function isThere(key: string, file: RemoteFile, signal: AbortSignal): Promise<boolean> {
    const found = await hashOf(at(key), signal);
    if (found === undefined) return false;
    if (found === file.sha256) return true;
    throw new HubError("changed", `Other bytes lie at ${key} already.`, {
      advice: "Nothing there was touched. Move that file away, or delete it, to upload this one.",
    });
  }

  async function sizeOf(url: URL, signal: AbortSignal): Promise<number | undefined> {
    const { status, header } = await exchange.tell(sending("HEAD", url, signal, [200, 404]));
    return status === 404 ? undefined : Number(header("content-length"));
  }

  async function removeOr(status: number, url: URL, signal: AbortSignal): Promise<number> {
    const asked = sending("DELETE", url, signal, [200, 202, 204, 404, status]);
    return (await exchange.tell(asked)).status;
  }
  const remove = (url: URL, signal: AbortSignal) => removeOr(404, url, signal);

  async function putTemporary(
    url: URL,
    file: RemoteFile,
    { signal, onProgress }: Carrying,
  ): Promise<void> {
    const headers = { ...account, "content-length": String(file.size_bytes) };
    const body = Readable.from(counted(createReadStream(file.path), onProgress));
    try {
      const put = sending("PUT", url, signal, [200, 201, 204]);
      await exchange.tell({ ...put, headers, body });
    } finally {
      body.destroy();
    }
    const found = await hashOf(url, signal);
    if (found === file.sha256) return;
    throw new HubError("unavailable", "What was uploaded came back otherwise.", {
      advice: "It is tried again later, from the beginning.",
    });
  }

  return {
    place: `${endpoint.host}/${base.join("/")}`,
    async put(key: string, file: RemoteFile, carrying: Carrying) {
      const { signal, note, onProgress } = carrying;
      const left = note.kept?.temporary;
      if (left !== undefined) await remove(at(left), signal);
      if (!(await isThere(key, file, signal))) {
        await makeFolders(key, signal);
        const name = key.slice(key.lastIndexOf("/") + 1);
        const temporary = `${key.slice(0, -name.length)}.${name}.${randomBytes(6).toString("hex")}.part`;
        await note.keep({ temporary });
        try {
          await putTemporary(at(temporary), file, carrying);
          const { status } = await exchange.tell({
            ...sending("MOVE", at(temporary), signal, [201, 204, 412]),
            headers: { ...account, destination: at(key).href, overwrite: "F" },
          });
          // 412: somebody was faster. Otherwise its bytes are known to be right, and only its being there is not.
          const there =
            status === 412
              ? await isThere(key, file, signal)
              : (await sizeOf(at(key), signal)) === file.size_bytes;
          if (!there)
            throw new HubError("unavailable", `${endpoint.host} took ${key} and does not have it.`);
        } finally {
          if (!signal.aborted) await remove(at(temporary), signal).catch(() => undefined);
        }
      }
      onProgress?.(file.size_bytes);
    },
    async withdraw(_key: string, { temporary }: RemoteNote, signal: AbortSignal): Promise<void> {
      if (temporary === undefined) return;
      let gone = 0;
      for (let looks = 0; looks < MOST_LOOKS && gone < GONE_LOOKS; looks++) {
        if (looks > 0) await pause(LOOK_AGAIN_MS, undefined, { signal });
        gone = (await removeOr(423, at(temporary), signal)) === 404 ? gone + 1 : 0;
      }
      if (gone < GONE_LOOKS)
        throw new HubError("unavailable", `${endpoint.host} keeps a file that was withdrawn.`);
    },
    async *list(prefix: string, signal: AbortSignal): AsyncGenerator<RemoteEntry> {
      const start = urlOf(base, true).pathname;
      const waiting = [urlOf([...base, ...pathParts(prefix)], true)];
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
        const { status, text } = await exchange.ask({
          ...sending("PROPFIND", url, signal, [207, 404]),
          headers: { ...account, depth: "1", "content-type": "application/xml" },
          body: PROPERTIES,
        });
        if (status === 404) continue;
        for (const { href, folder, size_bytes, version } of readFolder(text)) {
          const found = new URL(href, endpoint);
          const inside =
            found.origin === endpoint.origin && found.pathname.startsWith(url.pathname);
          if (!inside || found.pathname === url.pathname) continue;
          if (folder) waiting.push(new URL(found.pathname.replace(/\/?$/, "/"), endpoint));
          else yield { key: keyOf(found.pathname.slice(start.length)), size_bytes, version };
        }
      }
    },
    async read(key: string, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
      const answer = await exchange.send(sending("GET", at(key), signal, [200]));
      return readAtMost(pieces(answer.body, at(key), signal), key, mostBytes);
    },
    async open(key: string, start: number, signal: AbortSignal) {
      const answer = await exchange.send({
        ...sending("GET", at(key), signal, start === 0 ? [200] : [206]),
        headers: { ...account, ...(start === 0 ? {} : { range: `bytes=${start}-` }) },
      });
      return pieces(answer.body, at(key), signal);
    },
    close: () => exchange.close(),
  };
}

async function* counted(
  file: AsyncIterable<Buffer>,
  onProgress: Carrying["onProgress"],
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of file) {
    yield piece;
    bytes += piece.length;
    onProgress?.(bytes);
  }
}

const keyOf = (path: string): string => path.split("/").map(decoded).join("/");

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
