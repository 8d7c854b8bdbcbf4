import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { HubError } from "../../../../tools/kit/errors.ts";
import { readAudioFacts } from "../../../../tools/recorder/audio/audio-facts.ts";
import { hearSpeech } from "../hear-speech.ts";
import { once } from "../once.ts";
import { trackProgress } from "../progress.ts";
import { stopped } from "../stopped.ts";
import type { Heard, TranscribeOptions, Transcriber } from "../transcriber.ts";
import { loadVoiceActivity } from "../voice-activity.ts";
import { inOrder, toSegments } from "../words.ts";
import { findPocketsphinx, type Installed, type Places } from "./installed.ts";
import { recogniseAll } from "./recognise-all.ts";

export type PocketsphinxOptions = Places & {
  /** Below it a folder for stretches of speech is made for each transcription, and removed after it. */
  scratch: string;
  /** Engines at work at a time; 2 unless told. */
  processes?: number | undefined;
  /** Seconds after which an engine is given up, for so many seconds of speech; ten times as many and 30 unless told. */
  patience?: ((speechSeconds: number) => number) | undefined;
};

const MODEL = "pocketsphinx/en-us";

/** The offline engine, for English. It needs two Debian packages; `check` names them where they are missing. */
export function createPocketsphinx(options: PocketsphinxOptions): Transcriber {
  const voice = once(loadVoiceActivity);

  async function transcribe(
    path: string,
    installed: Installed,
    { signal, onProgress }: TranscribeOptions,
  ): Promise<Heard> {
    const { duration_s } = await readAudioFacts(path, { signal });
    const progress = trackProgress(duration_s, onProgress);
    const { listen } = await voice();
    await mkdir(options.scratch, { recursive: true });
    const scratch = await mkdtemp(join(options.scratch, "speech-"));
    try {
      const heard = await recogniseAll(
        hearSpeech(path, listen(), { signal, onHeard: progress.heard }),
        { installed, scratch, path: options.path, patience: options.patience },
        { processes: options.processes ?? 2, progress, signal },
      );
      const segments = inOrder(heard.flatMap(toSegments), duration_s);
      return { language: "en", model: MODEL, segments };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  return {
    id: "pocketsphinx",
    async check() {
      const found = await findPocketsphinx(options);
      return "program" in found ? { state: "ready" } : found;
    },
    async transcribe(path, task) {
      if (task.language && !/^en\b/i.test(task.language))
        throw new HubError("failed", "The offline speech engine understands English only.");
      const installed = await findPocketsphinx(options);
      if (!("program" in installed))
        throw new HubError("unavailable", installed.reason, {
          advice: `Run: ${installed.install}`,
        });
      return transcribe(path, installed, task).catch((error: unknown) => {
        throw stopped(task.signal) ?? error;
      });
    },
  };
}
