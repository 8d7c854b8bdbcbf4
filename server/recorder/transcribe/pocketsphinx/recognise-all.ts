import type { ProgressTracker } from "../progress.ts";
import type { Utterance } from "../speech-gate.ts";
import type { HeardWord } from "../words.ts";
import { type EngineOptions, type EngineProcess, startEngine } from "./engine-process.ts";

/** Each engine has the next stretch lying ready when it is done with one. */
const AHEAD = 2;

/**
 * Has every stretch of speech recognised by a number of engines, started when there is work for them and killed at the
 * end, however it ends. The words come back by stretches, in order. Rejects with the first failure.
 */
export async function recogniseAll(
  speech: AsyncGenerator<Utterance>,
  engine: EngineOptions,
  {
    processes,
    progress,
    signal,
  }: { processes: number; progress: ProgressTracker; signal: AbortSignal },
): Promise<HeardWord[][]> {
  const engines = new Map<number, EngineProcess>();
  const heard: { start: number; words: HeardWord[] }[] = [];
  let failure: { error: unknown } | undefined;

  function killAll(): void {
    for (const one of engines.values()) one.kill();
  }
  function engineOf(place: number): EngineProcess {
    const running = engines.get(place) ?? startEngine({ ...engine, name: String(place) });
    engines.set(place, running);
    return running;
  }
  async function work(place: number): Promise<void> {
    for (;;) {
      const { value: utterance, done } = await speech.next();
      // No engine is to be started once all are being stopped.
      if (done || failure || signal.aborted) return;
      const finished = progress.begin(utterance.start);
      const words = await engineOf(place).recognise(utterance);
      heard.push({ start: utterance.start, words });
      finished();
    }
  }
  async function lane(place: number): Promise<void> {
    try {
      await work(place);
    } catch (error) {
      failure ??= { error };
      killAll();
    }
  }

  signal.addEventListener("abort", killAll, { once: true });
  try {
    await Promise.all(Array.from({ length: processes * AHEAD }, (_, i) => lane(i % processes)));
  } finally {
    signal.removeEventListener("abort", killAll);
    killAll();
    await speech.return(undefined);
  }
  signal.throwIfAborted();
  if (failure) throw failure.error;
  return heard.sort((a, b) => a.start - b.start).map(({ words }) => words);
}
