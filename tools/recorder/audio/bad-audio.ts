import { HubError } from "../../kit/errors.ts";
import type { ErrorCode } from "../contract-errors.ts";

/** The contract's words for audio that is refused: 422, 415 and 413. */
export type AudioRefusal = Extract<ErrorCode, "invalid_audio" | "unsupported_media" | "too_large">;

/** Audio that we do not take. `code` is the one that the error body of both surfaces carries. */
export class BadAudio extends HubError {
  readonly code: AudioRefusal;

  constructor(code: AudioRefusal, message: string, cause?: unknown) {
    super(code === "too_large" ? "limit" : "bad-input", message, {
      cause,
      ...(code === "unsupported_media" && {
        advice: "WAV (PCM, float or IMA ADPCM) and Ogg Opus are understood.",
      }),
    });
    this.code = code;
  }
}
