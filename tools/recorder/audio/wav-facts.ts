import type { FileHandle } from "node:fs/promises";
import { BadAudio } from "./bad-audio.ts";
import type { WavFacts } from "./facts.ts";
import { adpcmFrames } from "./ima-adpcm.ts";
import { findWavChunks, isChunkChain, type WavChunks } from "./wav-chunks.ts";
import { WAV_FORMAT } from "./wav-header.ts";

const invalid = (message: string) => new BadAudio("invalid_audio", message);

/** What a WAV file holds; `size` is the length of the file, which is believed where the header disagrees. */
export async function readWavFacts(file: FileHandle, size: number): Promise<WavFacts> {
  const chunks = await findWavChunks(file, size);
  const format = readFormat(chunks.fmt);
  const corrections: string[] = [];
  const there = size - chunks.dataOffset;
  const promised = chunks.dataBytes;
  let held = Math.min(promised, there);
  // A pipe's header says 0; only what is no chain of further chunks is then taken for audio.
  if (promised === 0 && there > 0 && !(await isChunkChain(file, chunks.dataOffset, size)))
    held = there;
  if (held !== promised)
    corrections.push(`The header promises ${promised} bytes of audio; there are ${held}.`);
  const data = { offset: chunks.dataOffset, bytes: held };
  const measured =
    format.encoding === "adpcm"
      ? measureAdpcm(format, chunks, data, corrections)
      : measurePcm(format, data, corrections);
  if (measured.frames === 0) throw invalid("The WAV file holds no audio.");
  return {
    container: "wav",
    mime: "audio/wav",
    codec: format.codec,
    sample_rate: format.rate,
    channels: format.channels,
    frames: measured.frames,
    duration_s: measured.frames / format.rate,
    bytes: size,
    corrections: [...format.corrections, ...corrections],
    data: measured.data,
    encoding: format.encoding,
    bits: format.bits,
    block: format.block,
  };
}

type Format = {
  encoding: "int" | "float" | "adpcm";
  codec: string;
  rate: number;
  channels: number;
  bits: number;
  block: number;
  corrections: string[];
};

const MOST_CHANNELS = 32;
const RATES = { least: 1000, most: 768_000 };
/** What follows the format number in the GUID of an extensible format. */
const GUID_TAIL = "000000001000800000aa00389b71";

function readFormat(fmt: Buffer): Format {
  if (fmt.length < 16) throw invalid("The WAV file has no whole fmt chunk.");
  let number = fmt.readUInt16LE(0);
  if (number === WAV_FORMAT.extensible) {
    if (fmt.length < 40) throw invalid("The WAV file names an extension that is not there.");
    if (fmt.toString("hex", 26, 40) !== GUID_TAIL) throw unknownFormat(number);
    number = fmt.readUInt16LE(24);
  }
  const channels = fmt.readUInt16LE(2);
  if (channels < 1 || channels > MOST_CHANNELS)
    throw invalid(`The WAV file claims ${channels} channels.`);
  const rate = fmt.readUInt32LE(4);
  if (rate < RATES.least || rate > RATES.most)
    throw invalid(`The WAV file claims a sample rate of ${rate} Hz.`);
  const described = { rate, channels, bits: fmt.readUInt16LE(14), block: fmt.readUInt16LE(12) };
  if (number === WAV_FORMAT.adpcm) return adpcmFormat(described);
  if (number === WAV_FORMAT.pcm || number === WAV_FORMAT.float)
    return linearFormat(number, described);
  throw unknownFormat(number);
}

function unknownFormat(number: number): BadAudio {
  const name = `0x${number.toString(16).padStart(4, "0")}`;
  return new BadAudio("unsupported_media", `The WAV file holds a format not understood (${name}).`);
}

type Described = Pick<Format, "rate" | "channels" | "bits" | "block">;

function adpcmFormat(described: Described): Format {
  const { channels, bits, block } = described;
  if (channels > 2 || bits !== 4)
    throw new BadAudio("unsupported_media", "Only 4 bit ADPCM of 1 or 2 channels is understood.");
  if (block < 8 * channels || block % (4 * channels) !== 0)
    throw invalid(`The WAV file claims ADPCM blocks of ${block} bytes.`);
  return { ...described, encoding: "adpcm", codec: "adpcm", corrections: [] };
}

function linearFormat(number: number, described: Described): Format {
  const { channels, bits } = described;
  const float = number === WAV_FORMAT.float;
  const widths = float ? [32, 64] : [8, 16, 24, 32];
  if (!widths.includes(bits)) {
    if (bits === 0 || bits > 64) throw invalid(`The WAV file claims samples of ${bits} bits.`);
    throw new BadAudio("unsupported_media", `PCM samples of ${bits} bits are not understood.`);
  }
  const block = (channels * bits) / 8;
  const kind = float ? "f" : bits === 8 ? "u" : "s";
  return {
    ...described,
    encoding: float ? "float" : "int",
    codec: `wav_pcm_${kind}${bits}${bits === 8 ? "" : "le"}`,
    block,
    corrections:
      described.block === block
        ? []
        : [`The header says ${described.block} bytes a frame; they are ${block}.`],
  };
}

type Data = { offset: number; bytes: number };

function measurePcm(format: Format, data: Data, corrections: string[]) {
  const frames = Math.floor(data.bytes / format.block);
  const bytes = frames * format.block;
  if (bytes !== data.bytes)
    corrections.push(`The last ${data.bytes - bytes} bytes are no whole frame.`);
  return { frames, data: { offset: data.offset, bytes } };
}

function measureAdpcm(format: Format, chunks: WavChunks, data: Data, corrections: string[]) {
  const perBlock = adpcmFrames(format.block, format.channels);
  const rest = adpcmFrames(data.bytes % format.block, format.channels);
  const held = Math.floor(data.bytes / format.block) * perBlock + rest;
  const { fact } = chunks;
  // The fact chunk tells how much of the last block is meant; by more than that block it may not differ.
  const believed = fact !== undefined && fact <= held && fact > held - perBlock;
  if (fact !== undefined && !believed)
    corrections.push(`The header promises ${fact} frames; there are ${held}.`);
  return { frames: believed ? fact : held, data };
}
