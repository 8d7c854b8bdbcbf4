import { createReadStream } from "node:fs";
import { AwsV4Signer } from "aws4fetch";
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
import { abort, type Bucket, putInParts } from "./s3-multipart.ts";
import { readListing } from "./xml.ts";

/** A larger file goes up in parts, so that a power loss costs one part and not all of them. */
const WHOLE_BYTES = 16 * 1024 * 1024;
/** SHA-256 of nothing, for requests without a body. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/**
 * A bucket of any server that speaks S3, addressed by path. The hash of every body is signed into its request, so that
 * the server itself refuses bytes that are not those of the recording.
 */
export function openS3(settings: RemoteSettings): Remote {
  const { accessKey, secretKey, region = "us-east-1" } = settings;
  const [bucket, ...prefix] = pathParts(settings.bucketOrPath);
  if (bucket === undefined || accessKey === undefined || secretKey === undefined)
    throw new HubError(
      "bad-input",
      "Uploads to S3 need a bucket, an access key and a secret key.",
      {
        advice: "Set upload_bucket_or_path, upload_access_key and upload_secret_key.",
      },
    );
  const endpoint = new URL(settings.endpoint);
  const exchange = openExchange(endpoint);
  const base = [...pathParts(endpoint.pathname), bucket];

  /** Signs what is sent; `hash` is the SHA-256 of the body. */
  async function signed(sending: Sending, hash = EMPTY): Promise<Sending> {
    const signer = new AwsV4Signer({
      method: sending.method,
      url: sending.url.href,
      headers: { ...sending.headers, "x-amz-content-sha256": hash },
      accessKeyId: accessKey ?? "",
      secretAccessKey: secretKey ?? "",
      service: "s3",
      region,
      allHeaders: true,
    });
    const { headers, url } = await signer.sign();
    return { ...sending, url, headers: { ...sending.headers, ...Object.fromEntries(headers) } };
  }

  const partsOf = (key: string) => [...prefix, ...pathParts(key)];
  const store: Bucket = {
    exchange,
    signed,
    nameOf: (key) => partsOf(key).join("/"),
    url(key: string, query: Record<string, string> = {}) {
      const path = [...base, ...(key === "" ? [] : partsOf(key))];
      const url = new URL(`/${path.map(encodeURIComponent).join("/")}`, endpoint);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },
  };

  async function look(key: string, signal: AbortSignal) {
    const sending = { method: "HEAD", url: store.url(key), signal, expects: [200, 404] };
    return exchange.tell(await signed(sending));
  }
  /** Whether the same bytes are there already. Throws `changed` where others are. */
  async function isThere(key: string, file: RemoteFile, signal: AbortSignal): Promise<boolean> {
    const { status, header } = await look(key, signal);
    if (status === 404) return false;
    const same =
      Number(header("content-length")) === file.size_bytes &&
      header("x-amz-meta-sha256") === file.sha256;
    if (same) return true;
    throw new HubError("changed", `Other bytes lie at ${key} already.`, {
      advice: "Nothing there was touched. Move that object away, or delete it, to upload this one.",
    });
  }

  async function putWhole(key: string, file: RemoteFile, signal: AbortSignal): Promise<void> {
    const body = createReadStream(file.path);
    const sending = {
      method: "PUT",
      url: store.url(key),
      headers: {
        "content-length": String(file.size_bytes),
        "content-type": "application/octet-stream",
        "x-amz-meta-sha256": file.sha256,
        "if-none-match": "*",
      },
      body,
      signal,
      expects: [200, 201, 204, 412],
    };
    try {
      await exchange.tell(await signed(sending, file.sha256));
    } finally {
      body.destroy();
    }
  }

  return {
    place: `${endpoint.host}/${[...base, ...prefix].join("/")}`,
    async put(key: string, file: RemoteFile, carrying: Carrying): Promise<void> {
      const { signal, onProgress } = carrying;
      // Where the same is there already, by an attempt whose answer was lost, nothing has to be sent.
      if (!(await isThere(key, file, signal))) {
        if (file.size_bytes > WHOLE_BYTES) await putInParts(store, key, file, carrying);
        else await putWhole(key, file, signal);
        if (!(await isThere(key, file, signal)))
          throw new HubError("failed", `${endpoint.host} took ${key} and does not have it.`);
      }
      onProgress?.(file.size_bytes);
    },
    async withdraw(key: string, { upload }: RemoteNote, signal: AbortSignal): Promise<void> {
      if (upload === undefined) return;
      // Parts of an upload that was just completed are the object's own.
      const { status } = await look(key, signal);
      if (status === 404) await abort(store, key, upload, signal);
    },
    async *list(below: string, signal: AbortSignal): AsyncGenerator<RemoteEntry> {
      const start = prefix.length === 0 ? "" : `${prefix.join("/")}/`;
      let token: string | undefined;
      do {
        const query = {
          "list-type": "2",
          prefix: `${start}${below}`,
          ...(token === undefined ? {} : { "continuation-token": token }),
        };
        const sending = { method: "GET", url: store.url("", query), signal, expects: [200] };
        const { text } = await exchange.ask(await signed(sending));
        const page = readListing(text);
        for (const entry of page.entries)
          if (entry.key.startsWith(start)) yield { ...entry, key: entry.key.slice(start.length) };
        token = page.next;
      } while (token !== undefined);
    },
    async read(key: string, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
      const url = store.url(key);
      const answer = await exchange.send(
        await signed({ method: "GET", url, signal, expects: [200] }),
      );
      return readAtMost(pieces(answer.body, url, signal), key, mostBytes);
    },
    async open(key: string, start: number, signal: AbortSignal) {
      const url = store.url(key);
      const headers = { range: `bytes=${start}-` };
      const sending = { method: "GET", url, headers, signal, expects: [206] };
      const answer = await exchange.send(await signed(sending));
      return pieces(answer.body, url, signal);
    },
    close: () => exchange.close(),
  };
}
