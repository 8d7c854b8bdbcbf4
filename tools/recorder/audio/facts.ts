/** What is common to both containers. All of it is read from the audio itself, never from a name. */
type Facts = {
  mime: "audio/wav" | "audio/ogg";
  /** As the recording's record says it: `wav_pcm_s16le`, `adpcm`, `opus`; other PCM by its width, `wav_pcm_f32le`. */
  codec: string;
  sample_rate: number;
  channels: number;
  /** Samples per channel at `sample_rate`. */
  frames: number;
  /** What can really be played, in seconds. */
  duration_s: number;
  /** Of the whole file. */
  bytes: number;
  /** A sentence for each thing that the file says of itself and that is not so. */
  corrections: string[];
};

export type WavFacts = Facts & {
  container: "wav";
  /** Where the samples are; `bytes` are whole frames, or whole blocks and a part of one. */
  data: { offset: number; bytes: number };
  encoding: "int" | "float" | "adpcm";
  /** Bits of one sample; 4 in ADPCM. */
  bits: number;
  /** Bytes of a frame, or of a block in ADPCM. */
  block: number;
};

export type OggFacts = Facts & {
  container: "ogg";
  /** Of the stream that is read, where a file holds several. */
  serial: number;
  /** Samples at 48 kHz: what a decoder drops first, and what then remains. */
  preSkip48: number;
  frames48: number;
  /** Where the last whole page begins and ends. */
  lastPage: { offset: number; end: number };
};

export type AudioFacts = WavFacts | OggFacts;
