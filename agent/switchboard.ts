import type { AskPerson } from "./events.ts";

/**
 * Where the questions of all links meet the one person: one at a time, in the order they came. Until a face has
 * offered itself, the answer is no.
 */
export function createSwitchboard() {
  let face: AskPerson | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const ask: AskPerson = (question, signal) => {
    const answer = last.then(() => {
      if (signal.aborted) return { say: "cancel" } as const;
      return face ? face(question, signal) : ({ say: "no" } as const);
    });
    last = withdrawn(answer, signal);
    return answer;
  };

  return {
    ask,
    through(asking: AskPerson): void {
      face = asking;
    },
  };
}

/** Settles when the question is answered or withdrawn: a face that never answers must not hold up the next one. */
function withdrawn(answer: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    signal.addEventListener("abort", done, { once: true });
    answer.then(done, done);
  });
}
