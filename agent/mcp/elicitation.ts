import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Json } from "../../tools/kit/json.ts";
import { CONFIRMED_META, QUESTION_META, type Question } from "../../tools/kit/question.ts";
import { cleanText, cut } from "../../tools/kit/untrusted.ts";
import type { AskPerson, PersonAnswer } from "../events.ts";

const AnyJson = z.json() as z.ZodType<Json>; // the same set of values under two names

const QuestionShape = z.object({
  tool: z.string(),
  effect: z.enum(["changes", "destroys"]),
  sentence: z.string(),
  target: z.object({ kind: z.string(), name: z.string(), within: z.string().exactOptional() }),
  requests: z.array(
    z.object({
      title: z.string(),
      wire: z.string(),
      otherwise: z.string().exactOptional(),
      body: AnyJson.exactOptional(),
    }),
  ),
  facts: z.array(
    z.object({ label: z.string(), value: z.string(), risk: z.boolean().exactOptional() }),
  ),
  typedName: z.string().exactOptional(),
});

/** Who asks: only our own server is believed about what it says a call will do. */
export type Asker = { server: string; trusted: boolean };

/**
 * Puts an elicitation to the person and gives back what they said. A form that no face can show, and a question that
 * nobody can be asked, is declined; one that is withdrawn while it is open is cancelled.
 */
export async function answerElicitation(
  params: ElicitRequestParams,
  asker: Asker,
  ask: AskPerson,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const asked = read(params, asker);
  if (!asked) return { action: "decline" };
  const answer = await orCancel(ask(asked.question, signal), signal);
  if (answer.say === "cancel") return { action: "cancel" };
  if (answer.say === "no") return { action: "decline" };
  return {
    action: "accept",
    content: asked.content(answer),
    ...(answer.by && asker.trusted ? { _meta: { [CONFIRMED_META]: answer.by } } : {}),
  };
}

type Asked = {
  question: Question;
  content(answer: Extract<PersonAnswer, { say: "yes" }>): { [name: string]: string | boolean };
};

function read(params: ElicitRequestParams, asker: Asker): Asked | undefined {
  if (!("requestedSchema" in params)) return undefined;
  const told = QuestionShape.safeParse(params._meta?.[QUESTION_META]);
  if (asker.trusted && told.success)
    return {
      question: told.data,
      content: ({ typed }) =>
        told.data.typedName === undefined ? { confirm: true } : { name: typed ?? "" },
    };
  const [only, ...others] = Object.entries(params.requestedSchema.properties);
  if (!only || others.length > 0 || only[1].type !== "boolean") return undefined;
  return {
    question: {
      tool: asker.server,
      effect: "changes",
      sentence: cut(cleanText(params.message), 2000),
      target: { kind: "server", name: asker.server },
      requests: [],
      facts: [],
    },
    content: () => ({ [only[0]]: true }),
  };
}

/** The answer, or cancel as soon as the question is withdrawn or the face gives up. */
function orCancel(answer: Promise<PersonAnswer>, signal: AbortSignal): Promise<PersonAnswer> {
  return new Promise((resolve) => {
    const cancel = () => resolve({ say: "cancel" });
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
    answer.then(resolve, cancel).finally(() => signal.removeEventListener("abort", cancel));
  });
}
