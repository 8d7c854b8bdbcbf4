import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { HubError } from "../../kit/errors.ts";
import { systemCode } from "../../kit/system-code.ts";
import type { DeviceCodec } from "../contract-device.ts";
import type { Framer } from "./framer.ts";
import { hashFile } from "./hash-file.ts";
import { createOpusFramer } from "./opus-framer.ts";
import { repairRecording } from "./repair-recording.ts";
import { createAdpcmFramer, createPcmFramer } from "./wav-framers.ts";
import { MOST_WAV_DATA_BYTES } from "./wav-header.ts";

export type AudioFormat = { sampleRate: number; channels: number; codec: DeviceCodec };

export type AudioWriterOptions = AudioFormat & {
  /** How often the header is brought up to date and all is synced to disk; 1 unless told. */
  syncSeconds?: number | undefined;
};

/** A finished file. */
export type WrittenAudio = {
  bytes: number;
  duration_s: number;
  sha256: string;
  /** Why the recording ended before its time, such as a full disk; what came before is whole. */
  failure?: HubError;
};

export type AudioWriter = {
  /**
   * Appends s16le samples, channels interleaved, in pieces of any size. Resolves when the system has them; they are on
   * disk within `syncSeconds`. Calls may overlap, their order counts. Rejects with HubError `limit` when the disk is full
   * or the file would outgrow its format: nothing more is taken then, and `close()` still keeps what came before.
   */
  append(pcm: Uint8Array): Promise<void>;
  /** Seconds of audio taken so far. */
  seconds(): number;
  /** Ends the file, syncs it and closes it. Calling it again gives the same answer. */
  close(): Promise<WrittenAudio>;
};

/**
 * Opens a new recording for streaming: `wav_pcm_s16le` and `adpcm` in WAV, `opus` in Ogg. At any moment the file is one
 * that players take, at most a second short; `repairRecording` gives back the rest. Memory does not grow.
 * Throws HubError `bad-input` for a format that the codec does not know; the system's own error where the file is there.
 */
export async function openAudioWriter(
  path: string,
  options: AudioWriterOptions,
): Promise<AudioWriter> {
  const framer = await createFramer(options);
  const file = await open(path, "wx", 0o600);
  try {
    const head = framer.head();
    await writeAt(file, head, 0);
    await file.sync();
    await syncFolder(dirname(path));
    return createWriter(path, file, framer, head.length, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function createFramer({ sampleRate, channels, codec }: AudioFormat): Promise<Framer> {
  const sensible = Number.isInteger(sampleRate) && sampleRate >= 1000 && sampleRate <= 768_000;
  if (!sensible || !Number.isInteger(channels) || channels < 1 || channels > 32)
    throw new HubError("bad-input", `Nothing records ${channels} channels at ${sampleRate} Hz.`);
  if (codec === "opus") return createOpusFramer(sampleRate, channels);
  if (codec === "wav_pcm_s16le") return createPcmFramer(sampleRate, channels);
  if (channels > 2) throw new HubError("bad-input", "ADPCM takes 1 or 2 channels.");
  return createAdpcmFramer(sampleRate, channels);
}

function createWriter(
  path: string,
  file: FileHandle,
  framer: Framer,
  headBytes: number,
  { sampleRate, channels, syncSeconds = 1 }: AudioWriterOptions,
): AudioWriter {
  const frameBytes = channels * 2;
  let rest = Buffer.alloc(0);
  let frames = 0;
  let end = headBytes;
  let failure: HubError | undefined;
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();
  let closed: Promise<WrittenAudio> | undefined;

  /** One thing after the other; the first failure ends all writing. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(async () => {
      if (failure) throw failure;
      try {
        await work();
      } catch (error) {
        failure = writeFailure(error);
        throw failure;
      }
    });
    queue = done.catch(() => {});
    return done;
  }
  async function add(bytes: Uint8Array): Promise<void> {
    if (end + bytes.length > MOST_WAV_DATA_BYTES)
      throw new HubError("limit", "The recording is as long as its format allows.");
    await writeAt(file, bytes, end);
    end += bytes.length;
  }
  async function refresh(): Promise<void> {
    const header = framer.header(end - headBytes, frames);
    if (header) await writeAt(file, header, 0);
    await file.datasync();
  }
  function syncSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // A failure is told by the next call.
      inTurn(refresh).catch(() => {});
    }, syncSeconds * 1000).unref();
  }
  async function take(pcm: Uint8Array): Promise<void> {
    const all = rest.length > 0 ? Buffer.concat([rest, pcm]) : pcm;
    const whole = all.length - (all.length % frameBytes);
    // A copy: the caller may use its buffer again.
    rest = Buffer.from(all.subarray(whole));
    await add(framer.push(toSamples(all.subarray(0, whole))));
    frames += whole / frameBytes;
  }
  async function finish(): Promise<WrittenAudio> {
    clearTimeout(timer);
    await inTurn(async () => {
      await add(framer.finish(frames));
      await refresh();
    }).catch(() => {});
    await file.close();
    if (!failure) return { ...(await hashFile(path)), duration_s: frames / sampleRate };
    const repaired = await repairRecording(path);
    const duration_s = repaired.usable ? repaired.facts.duration_s : 0;
    return { ...(await hashFile(path)), duration_s, failure };
  }

  return {
    append(pcm) {
      if (closed) return Promise.reject(new HubError("failed", "The recording is closed."));
      syncSoon();
      return inTurn(() => take(pcm));
    },
    seconds: () => frames / sampleRate,
    close() {
      closed ??= finish();
      return closed;
    },
  };
}

/** The samples in s16le bytes, which may begin at any address. */
function toSamples(bytes: Uint8Array): Int16Array {
  if (bytes.byteOffset % 2 === 0)
    return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return new Int16Array(Uint8Array.from(bytes).buffer);
}

function writeFailure(error: unknown): HubError {
  if (error instanceof HubError) return error;
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new HubError("limit", "The disk is full; what was recorded before is kept.", {
      cause: error,
    });
  return new HubError("failed", "The recording could not be written on.", { cause: error });
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const left = bytes.length - done;
    const { bytesWritten } = await file.write(bytes, done, left, position + done);
    done += bytesWritten;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
