import { close, open, read } from "node:fs";
import { promisify } from "node:util";
import { hasSystemCode } from "../../kit/system-code.ts";
import { noSuchRecording, RecorderFailure } from "./failure.ts";

// Plain descriptors: node's FileHandle halves the rate of small reads.
const openFile = promisify(open);
const readFile = promisify(read);
const closeFile = promisify(close);

/**
 * `done` gives it back, once: by the second time its number may be that of another file or of a socket, and closing that
 * would end the process.
 */
export type AudioFile = { fd: number; done: () => Promise<void> };

/** The file, to be given back by `done`. Throws `recording_not_found` where it went away. */
export async function openAudio(path: string): Promise<AudioFile> {
  const fd = await openOrGone(path);
  return { fd, done: once(() => closeFile(fd)) };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

async function openOrGone(path: string): Promise<number> {
  try {
    return await openFile(path, "r");
  } catch (error) {
    throw hasSystemCode(error, "ENOENT") ? noSuchRecording() : error;
  }
}

/** Exactly so many bytes, or an error: a file that has shrunk must not pass for a whole one. */
export async function readAt(fd: number, from: number, bytes: number) {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  let done = 0;
  while (done < bytes) {
    const { bytesRead } = await readFile(fd, buffer, done, bytes - done, from + done);
    if (bytesRead === 0) throw new RecorderFailure("internal", "The audio ends too early.");
    done += bytesRead;
  }
  return buffer;
}

type Kept = { fd: Promise<number>; users: number; timer: NodeJS.Timeout | undefined };
const kept = new Map<string, Kept>();
const MOST_KEPT = 32;
const KEEP_MS = 2_000;

/**
 * As `openAudio`, but kept open for two seconds, since a player reads a file part by part: opening and closing take
 * longer than the read. `key` must name the bytes: a path with its hash.
 */
export async function openKept(path: string, key: string): Promise<AudioFile> {
  let file = kept.get(key);
  if (!file && kept.size >= MOST_KEPT) return openAudio(path);
  if (!file) {
    file = { fd: openOrGone(path), users: 0, timer: undefined };
    kept.set(key, file);
  }
  const mine = file;
  clearTimeout(mine.timer);
  mine.users++;
  try {
    return { fd: await mine.fd, done: once(() => giveBack(key, mine)) };
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

async function giveBack(key: string, file: Kept): Promise<void> {
  file.users--;
  if (file.users > 0) return;
  file.timer = setTimeout(() => {
    kept.delete(key);
    void file.fd.then((fd) => closeFile(fd));
  }, KEEP_MS).unref();
}
