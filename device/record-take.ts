import { setTimeout as pause } from "node:timers/promises";
import { type AudioWriter, openAudioWriter } from "../tools/recorder/audio/audio-writer.ts";
import { level } from "../tools/recorder/audio/level.ts";
import type { DeviceCodec, Recording } from "../tools/recorder/contract.ts";
import { RecorderFailure, toFailure } from "../tools/recorder/surface/failure.ts";
import type { Shelf, TakeFolder } from "./shelf.ts";
import type { OpenSource, Source } from "./source/source.ts";
import type { TakeEvent } from "./take.ts";

export type TakeOptions = {
  shelf: Shelf;
  source: Source;
  /** How the next take is made. */
  format: () => { deviceId: string; codec: DeviceCodec; sampleRate: number };
  /** No take begins or goes on below this. */
  leastFreeBytes: number;
  freeBytes: () => Promise<number>;
  /** How long a source may take until something is heard of it; default 8000. */
  patienceMs?: number;
  now?: () => Date;
};

/** A take that is being written. */
export type Session = {
  take: TakeFolder;
  writer: AudioWriter;
  source: OpenSource;
  codec: DeviceCodec;
  sampleRate: number;
};

type Begun = { session: Session; first: Uint8Array; pieces: AsyncIterator<Uint8Array> };

const CHANNELS = 1;
/** How often the free space is looked at, in seconds of audio. */
const LOOK_EVERY_S = 2;

/** A take that could not go on for so long is not begun. */
const LEAST_S = 10;
/** What stands beside the audio of a take. */
const RECORDS_BYTES = 128 * 1024;

const bytesOf = (seconds: number, sampleRate: number) => seconds * sampleRate * CHANNELS * 2;
const secondsOf = (pcm: Uint8Array, sampleRate: number) => pcm.length / (sampleRate * CHANNELS * 2);

/**
 * Opens the source, waits until something is heard, and begins a file for it. Leaves nothing where it throws:
 * `no_microphone` without sound, `disk_full` without space, `stopping` once the signal is aborted.
 */
export async function beginTake(
  options: TakeOptions,
  id: string,
  signal: AbortSignal,
): Promise<Begun> {
  const { shelf, now = () => new Date() } = options;
  const { deviceId, codec, sampleRate } = options.format();
  const least = options.leastFreeBytes + RECORDS_BYTES + bytesOf(LEAST_S, sampleRate);
  if ((await options.freeBytes()) < least) throw noSpace();
  const source = await options.source.open({ sampleRate, channels: CHANNELS }, signal);
  let take: TakeFolder | undefined;
  try {
    const pieces = source.pieces[Symbol.asyncIterator]();
    const first = await firstOf(pieces, options.patienceMs ?? 8_000, signal);
    const began = new Date(now().getTime() - secondsOf(first, sampleRate) * 1000);
    const note = { id, device_id: deviceId, started_at: began.toISOString() };
    take = await shelf.begin(note, codec);
    const writer = await openAudioWriter(take.audio, { sampleRate, channels: CHANNELS, codec });
    return { session: { take, writer, source, codec, sampleRate }, first, pieces };
  } catch (error) {
    await source.stop();
    if (take) await shelf.discard(take);
    throw toFailure(error).code === "disk_full" ? noSpace(error) : error;
  }
}

/** What a start is told once the device is on its way down. */
export function beingStopped(): RecorderFailure {
  return new RecorderFailure("stopping", "The recorder is being stopped.", {
    detail: "Nothing was recorded. Start it again, and then the recording.",
  });
}

function noSpace(cause?: unknown): RecorderFailure {
  return new RecorderFailure("disk_full", "There is too little space left to record.", {
    detail: "Delete recordings that have been uploaded, or free some space.",
    cause,
  });
}

/** The first piece that holds sound. Throws `no_microphone` where none comes in time, `stopping` for an aborted signal. */
async function firstOf(
  pieces: AsyncIterator<Uint8Array>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const nothing = () => {
    if (signal.aborted) return beingStopped();
    return new RecorderFailure(
      "no_microphone",
      `Nothing was heard within ${patienceMs / 1000} seconds.`,
      {
        detail: "Check that an input is connected, and chosen in the settings of the sound system.",
      },
    );
  };
  const heard = new AbortController();
  const tooLate = pause(patienceMs, undefined, {
    signal: AbortSignal.any([signal, heard.signal]),
  }).then(
    () => Promise.reject(nothing()),
    () => Promise.reject(nothing()),
  );
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), tooLate]);
      if (done) throw nothing();
      if (value.length > 0) return value;
    }
  } finally {
    heard.abort();
  }
}

/**
 * Writes what is heard until the source ends, and reports it. Whatever goes wrong on the way ends the take and loses
 * nothing of it: it comes back as the result.
 */
export async function writeTake(
  { session: { writer, sampleRate }, first, pieces }: Begun,
  options: TakeOptions,
  report: (event: TakeEvent) => void,
): Promise<Error | undefined> {
  let trouble: Error | undefined;
  let looked = 0;
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await pieces.next();
      return done ? undefined : value;
    } catch (error) {
      trouble ??= asError(error);
      return undefined;
    }
  };
  for (let piece: Uint8Array | undefined = first; piece; piece = await next()) {
    // The file takes no more; the source is on its way to its end.
    if (trouble) continue;
    try {
      await writer.append(piece);
    } catch (error) {
      trouble = asError(error);
      report({ type: "disk-low" });
      continue;
    }
    const seconds = writer.seconds();
    const length = secondsOf(piece, sampleRate);
    report({ type: "heard", seconds, piece: length, levelDb: loudness(piece) });
    if (seconds - looked < LOOK_EVERY_S) continue;
    looked = seconds;
    if ((await options.freeBytes()) < options.leastFreeBytes) report({ type: "disk-low" });
  }
  return trouble;
}

/** In decibels of full scale. Pieces of a pipe may begin at any address, and samples may not. */
function loudness(piece: Uint8Array): number {
  const aligned = piece.byteOffset % 2 === 0 ? piece : Uint8Array.from(piece);
  const samples = Math.floor(aligned.length / 2);
  return level(new Int16Array(aligned.buffer, aligned.byteOffset, samples)).rms_dbfs;
}

/** The record of a take as far as it has come: neither its size nor its SHA-256 is settled. */
export function describeSession({ take, writer, codec, sampleRate }: Session): Recording {
  return {
    id: take.id,
    device_id: take.device_id,
    started_at: take.started_at,
    duration_s: writer.seconds(),
    sample_rate: sampleRate,
    channels: CHANNELS,
    codec,
    source: "device",
    sync_state: "local",
    transcript_ref: null,
    summary_ref: null,
  };
}

/** What was thrown, as an error in any case: what others throw is theirs to choose. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
