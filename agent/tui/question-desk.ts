import type { Question } from "../../tools/kit/question.ts";
import type { AskPerson, PersonAnswer } from "../events.ts";

export type QuestionDesk = {
  ask: AskPerson;
  answer(id: number, answer: PersonAnswer): void;
  /** Answers everything that is still open with "cancel". */
  close(): void;
};

/** Holds the open questions: numbers them, hands answers back, and takes away those that nobody waits for any more. */
export function createQuestionDesk(on: {
  asked(id: number, question: Question): void;
  withdrawn(id: number): void;
}): QuestionDesk {
  const open = new Map<number, (answer: PersonAnswer) => void>();
  let last = 0;
  let closed = false;

  const answer = (id: number, said: PersonAnswer) => {
    const give = open.get(id);
    open.delete(id);
    give?.(said);
  };

  return {
    answer,
    ask: (question, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || closed) {
          resolve({ say: "cancel" });
          return;
        }
        last++;
        const id = last;
        const aborted = () => {
          if (!open.has(id)) return;
          on.withdrawn(id);
          answer(id, { say: "cancel" });
        };
        signal.addEventListener("abort", aborted, { once: true });
        open.set(id, (said) => {
          signal.removeEventListener("abort", aborted);
          resolve(said);
        });
        on.asked(id, question);
      }),
    close() {
      closed = true;
      for (const id of open.keys()) answer(id, { say: "cancel" });
    },
  };
}
