/** One stretch of speech; `start` and `end` in seconds from the beginning of the recording, in order, never overlapping. */
export type HeardSegment = { start: number; end: number; text: string };

/** What was said. No segments: nothing was. */
export type Heard = {
  /** An ISO 639-1 code. */
  language: string;
  /** The engine and its model, as the transcript will name them. */
  model: string;
  segments: HeardSegment[];
};

export type Readiness =
  | { state: "ready" }
  /** Not on this machine. `install` is the one command that brings it. */
  | { state: "missing"; reason: string; install: string };

/** How far a transcription is: audio seconds that are done of all there are. */
export type Progress = { percent: number; seconds: number; of: number };

export type TranscribeOptions = {
  signal: AbortSignal;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** An ISO 639-1 code where the speaker's language is known. */
  language?: string | undefined;
};

/**
 * A speech engine. Whatever it is, it gets to hear speech only: voice activity detection goes before it, so that silence
 * and music invent no words. Memory does not grow with the recording.
 */
export type Transcriber = {
  /** A short name for logs and settings: `pocketsphinx`, `http`. */
  id: string;
  /** Whether it could start now. Cheap enough to be asked before every job. */
  check(): Promise<Readiness>;
  /**
   * Transcribes the recording at `path` (anything that `readAudioFacts` understands).
   * Throws BadAudio (`bad-input`) where the audio is at fault, and HubError: `interrupted` when aborted, `unavailable` or
   * `timed-out` where trying again later may help, `sign-in` for a refused key, `failed` where it will not help.
   */
  transcribe(path: string, options: TranscribeOptions): Promise<Heard>;
};
