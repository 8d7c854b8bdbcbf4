import type { SyncState } from "../../../tools/recorder/contract.ts";
import type { JobLog } from "../jobs/queue.ts";
import type { KeptRecording } from "./kept-recording.ts";

/** A place between two entries of the list: milliseconds since 1970, and an id. It outlives what stood there. */
export type Place = { at: number; id: string };

export type RecordQuery = {
  limit: number;
  after?: Place | undefined;
  state?: SyncState | undefined;
  /** Only recordings in whose transcript a word begins with each of these. */
  words?: string | undefined;
};

/** The records. What a method has resolved for is on disk. */
export type Metadata = {
  get(id: string): Promise<KeptRecording | undefined>;
  /** Edits of one id run one after the other. Throws HubError `not-found`. */
  change(id: string, edit: (record: KeptRecording) => KeptRecording): Promise<KeptRecording>;
  /** Deletes the record with all its files, and remembers the id. False where there is none. */
  remove(id: string): Promise<boolean>;
  wasRemoved(id: string): boolean;
  /** Newest first: by started_at, then by id. */
  list(query: RecordQuery): { items: KeptRecording[]; next: Place | undefined };
  count(): number;
};

/** Bytes on their way in, which nobody sees before they are published. */
export type Staging = {
  /** Resolves when the next chunk may come. */
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the writing. When it resolves, the bytes are on disk. */
  end(): Promise<{ bytes: number; sha256: string }>;
  /** Where to read them on this machine until they are published or discarded. */
  fileOf(): Promise<string>;
  /** Removes whatever is there; does nothing after it was published. */
  discard(): Promise<void>;
};

/** The files of the recordings: audio, transcript, summary, other formats. */
export type Blobs = {
  stage(): Promise<Staging>;
  /** Makes staged audio a recording, at once and whole. False where the id is taken or was deleted: then nothing changed. */
  publish(staging: Staging, record: KeptRecording): Promise<boolean>;
  /** Writes a file whole. Throws HubError `not-found` where there is no such recording. */
  put(id: string, name: string, content: string): Promise<void>;
  /** Moves a file of this machine in. Throws the same. */
  adopt(id: string, name: string, path: string): Promise<void>;
  /** The text of a file; undefined where there is none. */
  read(id: string, name: string): Promise<string | undefined>;
  /** Where to read a file on this machine, as long as the recording is there; undefined where there is none. */
  fileOf(id: string, name: string): Promise<string | undefined>;
  /** A new folder for `work` to write to; it goes with all that was not adopted. */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
};

/** All that the server keeps. */
export type Storage = {
  metadata: Metadata;
  blobs: Blobs;
  jobs: JobLog;
  close(): Promise<void>;
};
