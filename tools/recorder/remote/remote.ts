/** Where recordings are carried to: an S3 bucket or a WebDAV folder. Keys are paths below it, without a leading slash. */
export type Remote = {
  /** For people and logs: host and path, nothing secret. */
  readonly place: string;
  /**
   * Puts a file there under `key`. Resolves only when the other side has proved to hold exactly these bytes; then no
   * part of an earlier attempt is left either. The same bytes already there is success. What it needs to go on after
   * a power loss it hands to `note.keep` before it needs it, and finds in `note.kept` the next time.
   * Throws HubError: `changed` where other bytes stand under this key or the file no longer has its hash, `sign-in`
   * where the account is refused, `unavailable` and `timed-out` for what may pass, `limit` where there is no room.
   */
  put(key: string, file: RemoteFile, carrying: Carrying): Promise<void>;
  /** Takes away what an attempt has left that nobody will go on with. A whole file at `key` stays. */
  withdraw(key: string, note: RemoteNote, signal: AbortSignal): Promise<void>;
  /** Every file below `prefix`, in no order. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<RemoteEntry>;
  /** A small file as it stands. Throws HubError `not-found`, or `limit` where it has more than `mostBytes`. */
  read(key: string, mostBytes: number, signal: AbortSignal): Promise<Buffer>;
  /** Its bytes from `start` on. Throws HubError `not-found`. */
  open(key: string, start: number, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  close: () => Promise<void>;
};

/** A whole file on disk; `sha256` is that of its bytes, lower-case hexadecimal. */
export type RemoteFile = { path: string; size_bytes: number; sha256: string };

/** `version` changes when the file does. */
export type RemoteEntry = { key: string; size_bytes: number; version: string };

/** What an attempt leaves for the next one: the upload in parts, or the temporary name, that it had begun. */
export type RemoteNote = { upload?: string; temporary?: string };

export type Carrying = {
  signal: AbortSignal;
  note: { kept: RemoteNote | undefined; keep(note: RemoteNote): Promise<void> };
  /** Told the bytes that are there so far. */
  onProgress?: (bytes: number) => void;
};

export type RemoteSettings = {
  target: "s3" | "webdav";
  /** http or https, as `upload_endpoint` has it. */
  endpoint: string;
  /** A bucket with an optional prefix, or a folder: `upload_bucket_or_path`. */
  bucketOrPath: string;
  accessKey?: string | undefined;
  secretKey?: string | undefined;
  /** For S3; any word will do for most servers of one's own. */
  region?: string | undefined;
};

/** Opens the place that these settings name; nothing is sent yet. Throws HubError `bad-input`. */
export async function openRemote(settings: RemoteSettings): Promise<Remote> {
  switch (settings.target) {
    case "s3":
      return (await import("./s3.ts")).openS3(settings);
    case "webdav":
      return (await import("./webdav.ts")).openWebDav(settings);
  }
}
