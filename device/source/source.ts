/** 16 bit PCM, channels interleaved. */
export type SoundFormat = { sampleRate: number; channels: number };

/** Where sound comes from: a microphone, or an honest stand-in for one. */
export type Source = {
  /** For people: “the microphone (by sox)”, “a tone”. */
  name: string;
  /** Throws HubError where there is no such source or it cannot be opened. */
  open: (format: SoundFormat, signal: AbortSignal) => Promise<OpenSource>;
};

export type OpenSource = {
  /**
   * Pieces of s16le samples, as they are heard. Ends after `stop`, with all that was heard until then, or when the
   * source has no more. Throws HubError, after the last piece, where the source broke.
   */
  pieces: AsyncIterable<Uint8Array>;
  /** Ends the pieces; resolves when nothing of the source is left running. May be called again. */
  stop: () => Promise<void>;
};
