import { decodeToPcm } from "../../../tools/recorder/audio/decode-to-pcm.ts";
import { createSpeechGate, type Utterance } from "./speech-gate.ts";
import { VOICE_FRAME, VOICE_RATE, type VoiceListener } from "./voice-activity.ts";

/**
 * The stretches of speech in a recording, in order. Decodes and listens only as far as it is asked to.
 * @param onHeard called with the seconds listened to, as often as a piece was decoded
 */
export async function* hearSpeech(
  path: string,
  probability: VoiceListener,
  { signal, onHeard }: { signal: AbortSignal; onHeard: (seconds: number) => void },
): AsyncGenerator<Utterance> {
  const gate = createSpeechGate();
  const frame = new Int16Array(VOICE_FRAME);
  let filled = 0;
  let samples = 0;
  for await (const piece of decodeToPcm(path, { rate: VOICE_RATE, channels: 1, signal })) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + VOICE_FRAME - filled);
      frame.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < VOICE_FRAME) break;
      filled = 0;
      const ended = gate.push(frame, await probability(frame));
      if (ended) yield ended;
    }
    samples += piece.length;
    onHeard(samples / VOICE_RATE);
  }
  if (filled > 0) {
    frame.fill(0, filled);
    const ended = gate.push(frame, await probability(frame));
    if (ended) yield ended;
  }
  const last = gate.end();
  if (last) yield last;
}
