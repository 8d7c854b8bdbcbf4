import type { Secret } from "../../../../config/secret.ts";
import { HubError } from "../../../../tools/kit/errors.ts";
import { readAudioFacts } from "../../../../tools/recorder/audio/audio-facts.ts";
import { hearSpeech } from "../hear-speech.ts";
import { once } from "../once.ts";
import { trackProgress } from "../progress.ts";
import { stopped } from "../stopped.ts";
import type { Heard, HeardSegment, TranscribeOptions, Transcriber } from "../transcriber.ts";
import { loadVoiceActivity, VOICE_RATE } from "../voice-activity.ts";
import { inOrder } from "../words.ts";
import { readAnswer } from "./answer.ts";
import { askSpeechServer } from "./ask-speech-server.ts";
import { type Chunk, toChunks, toRecordingTimes } from "./chunk.ts";
import { postSpeech, type SpeechServer } from "./post-speech.ts";

export type SpeechServerOptions = {
  /** Where the API begins, such as `http://127.0.0.1:8080/v1`. */
  url: string;
  model: string;
  key?: Secret | undefined;
  /** How long one piece of two minutes may take; 600 unless told. */
  timeoutSeconds?: number | undefined;
  /** Before the second try after a failure; 1 unless told. */
  firstWaitSeconds?: number | undefined;
};

/**
 * Any server that speaks `POST …/v1/audio/transcriptions`. It gets 16 kHz WAV of at most two minutes that hold speech and
 * half seconds of silence, nothing else; a recording without speech is not sent at all. Throws HubError `bad-input` for
 * an address that is none.
 */
export function createSpeechServer(options: SpeechServerOptions): Transcriber {
  const { key, model, timeoutSeconds = 600, firstWaitSeconds } = options;
  const server: SpeechServer = { url: endpoint(options.url), model, key, timeoutSeconds };
  const voice = once(loadVoiceActivity);
  let verbose = true;

  async function ask(chunk: Chunk, { signal, language }: TranscribeOptions): Promise<string> {
    const { samples } = chunk;
    const send = () => postSpeech(server, { samples, language, verbose, signal });
    try {
      return await askSpeechServer(send, { signal, firstWaitSeconds });
    } catch (error) {
      // Some models give plain JSON only, and say so.
      if (!verbose || !(error instanceof HubError) || !NO_VERBOSE.test(error.message)) throw error;
      verbose = false;
      return await askSpeechServer(send, { signal, firstWaitSeconds });
    }
  }

  async function transcribe(path: string, task: TranscribeOptions): Promise<Heard> {
    const { signal } = task;
    const { duration_s } = await readAudioFacts(path, { signal });
    const progress = trackProgress(duration_s, task.onProgress);
    const { listen } = await voice();
    const segments: HeardSegment[] = [];
    let { language } = task;
    const speech = hearSpeech(path, listen(), { signal, onHeard: progress.heard });
    for await (const chunk of toChunks(speech)) {
      const done = progress.begin(chunk.parts[0]?.start ?? 0);
      const answer = readAnswer(await ask(chunk, task), chunk.samples.length / VOICE_RATE);
      language ??= answer.language;
      segments.push(...toRecordingTimes(answer.segments, chunk));
      done();
    }
    return { language: language ?? "und", model, segments: inOrder(segments, duration_s) };
  }

  return {
    id: "http",
    check: async () => ({ state: "ready" }),
    transcribe: (path, task) =>
      transcribe(path, task).catch((error: unknown) => {
        throw stopped(task.signal) ?? error;
      }),
  };
}

const NO_VERBOSE = /\(400\).*(verbose_json|response_format)/;
const PATH = "/audio/transcriptions";

function endpoint(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    throw new HubError("bad-input", "The speech server's address is no plain http or https URL.");
  const path = parsed.pathname.replace(/\/+$/, "");
  if (!path.endsWith(PATH)) parsed.pathname = `${path === "" ? "/v1" : path}${PATH}`;
  return parsed;
}
