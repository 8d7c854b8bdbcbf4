/** Turns samples into the bytes of a file. It keeps less than a second of them. */
export type Framer = {
  /** What stands at the beginning of the file. */
  head(): Uint8Array;
  /** Takes interleaved samples, whole frames of them; gives what is to be appended, perhaps nothing. */
  push(samples: Int16Array): Uint8Array;
  /** What is to be appended at the end, after so many frames in all. */
  finish(frames: number): Uint8Array;
  /** The header over so many bytes of audio, to be written over the one at the beginning; undefined where none is due. */
  header(dataBytes: number, frames: number): Uint8Array | undefined;
};
