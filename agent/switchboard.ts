import type { Clock } from "./clock.ts";
import type { AskPerson } from "./events.ts";

/**
 * Where the questions of all links meet the one person: one at a time, in the order they came. Until a face has
 * offered itself, the answer is no.
 */
export function createSwitchboard(clock: Clock) {
  let asked = 0;
  let askedSince: number | undefined;
  let face: AskPerson | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const personTime = () => asked + (askedSince === undefined ? 0 : clock.now() - askedSince);

  const ask: AskPerson = (question, signal) => {
    const answer = last.then(() => {
      if (signal.aborted) return { say: "cancel" } as const;
      if (!face) return { say: "no" } as const;
      askedSince = clock.now();
      return face(question, signal);
    });
    last = withdrawn(answer, signal).then(() => {
      asked = personTime();
      askedSince = undefined;
    });
    return answer;
  };

  return {
    ask,
    /** Milliseconds for which a person has had a question before them so far, one that is open included. */
    personTime,
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
