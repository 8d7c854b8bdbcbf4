import { ADPCM_BLOCK, adpcmFrames } from "./ima-adpcm.ts";

/** Format numbers of the `fmt ` chunk. */
export const WAV_FORMAT = { pcm: 1, float: 3, adpcm: 0x11, extensible: 0xfffe } as const;

/** Both sizes of a RIFF header are 32 bit: more audio than this does not fit one WAV file. */
export const MOST_WAV_DATA_BYTES = 0xffff_ffff - 64;

/** The 44 bytes before 16 bit PCM. */
export function pcmHeader(sampleRate: number, channels: number, dataBytes: number): Uint8Array {
  const header = Buffer.alloc(44);
  start(header, 16, WAV_FORMAT.pcm, sampleRate, channels);
  header.writeUInt32LE(sampleRate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  end(header, dataBytes);
  return header;
}

/** The 60 bytes before IMA ADPCM: a longer `fmt ` and a `fact` chunk, which tells how full the last block is. */
export function adpcmHeader(
  sampleRate: number,
  channels: number,
  dataBytes: number,
  frames: number,
): Uint8Array {
  const header = Buffer.alloc(60);
  const perBlock = adpcmFrames(ADPCM_BLOCK, channels);
  start(header, 20, WAV_FORMAT.adpcm, sampleRate, channels);
  header.writeUInt32LE(Math.round((sampleRate * ADPCM_BLOCK) / perBlock), 28);
  header.writeUInt16LE(ADPCM_BLOCK, 32);
  header.writeUInt16LE(4, 34);
  header.writeUInt16LE(2, 36);
  header.writeUInt16LE(perBlock, 38);
  header.write("fact", 40, "latin1");
  header.writeUInt32LE(4, 44);
  header.writeUInt32LE(frames, 48);
  end(header, dataBytes);
  return header;
}

function start(header: Buffer, fmtBytes: number, format: number, rate: number, channels: number) {
  header.write("RIFF", 0, "latin1");
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(fmtBytes, 16);
  header.writeUInt16LE(format, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
}

function end(header: Buffer, dataBytes: number) {
  header.writeUInt32LE(header.length - 8 + dataBytes, 4);
  header.write("data", header.length - 8, "latin1");
  header.writeUInt32LE(dataBytes, header.length - 4);
}
