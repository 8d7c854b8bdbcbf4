import { z } from "zod";
import type { Call, Words } from "./define-tool.ts";
import { HubError, type Problem, sentence } from "./errors.ts";
import type { Gates } from "./gates.ts";
import type { Json, JsonObject } from "./json.ts";
import { ANSWER_BYTES } from "./page.ts";
import type { Question } from "./question.ts";
import type { State } from "./state.ts";
import type { Tickets } from "./tickets.ts";
import { cut, fence } from "./untrusted.ts";

/** The world of a call: what is open, what is shared on disk, how a person is asked. One for each process. */
export type Road = {
  gates: Gates;
  state: State;
  tickets: Tickets;
  /** `ask`: a person confirms through Outpost. `client`: the operator trusts the client's own approval. */
  confirm: "ask" | "client";
  confirmSeconds: number;
  /** Where untrusted text comes from, as a word for the fence: "cluster". */
  source: string;
};

/** What the caller's client can do, and what its person has answered. */
export type Asking = {
  canAsk: boolean;
  answer?: {
    ticket: string;
    action: "accept" | "decline" | "cancel";
    content?: unknown;
    /** Where nobody was asked: the word was given beforehand, by a flag. */
    by?: "flag";
  };
};

export type Outcome =
  | { ok: true; text: string; data: JsonObject; tag?: string }
  | { ok: false; text: string; error: HubError; data?: JsonObject };

export type Step =
  | { kind: "done"; outcome: Outcome }
  | { kind: "ask"; question: Question; ticket: string };

/** The one-word state and the plan that every answer of a writing tool carries, around the tool's own result. */
export const RequestState = z.object({
  request: z.string(),
  state: z.enum(["done", "accepted", "failed", "unknown", "not sent", "planned"]),
  job: z.string().optional(),
  version: z.string().optional(),
});
export type RequestState = z.infer<typeof RequestState>;

/** The output of a tool that writes: how far the plan came, and the tool's own result where it came to the end. */
export function writeAnswer<Out extends z.ZodObject>(output: Out) {
  return z.object({
    status: z.enum(["done", "accepted", "planned", "waiting", "failed"]),
    plan: z.string(),
    requests: z.array(RequestState),
    approve_code: z.string().optional(),
    expires_at: z.string().optional(),
    result: output.optional(),
  });
}

/** Our words, then what came from the system inside a fence of its own; never more than an answer may have. */
export function words(told: Words, source: string, data: Json): { text: string; tag?: string } {
  const room = ANSWER_BYTES - Buffer.byteLength(JSON.stringify(data)) - 300;
  const say = cut(told.say, Math.max(400, room));
  if (told.data === undefined || told.data === "") return { text: say };
  const left = Math.floor((room - Buffer.byteLength(say)) / 1.05);
  if (left < 200) return { text: `${say}\n(The rest is in the structured content.)` };
  const fenced = fence(cutBytes(told.data, left), source);
  return { text: `${say}\n${fenced.text}`, tag: fenced.tag };
}

function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let end = Math.min(text.length, most);
  while (Buffer.byteLength(text.slice(0, end)) > most - 4) end = Math.floor(end * 0.95);
  const whole = text.lastIndexOf("\n", end);
  return `${cut(text, whole > 0 ? whole + 1 : end)}\n…`;
}

export function failed(error: HubError, data?: JsonObject): Outcome {
  return { ok: false, text: sentence(error), error, ...(data ? { data } : {}) };
}

/** An outcome as plain JSON, to be kept on disk, and back. */
export type KeptOutcome =
  | Extract<Outcome, { ok: true }>
  | { ok: false; text: string; problem: Problem; message: string; data?: JsonObject };

export function keep(outcome: Outcome): KeptOutcome {
  if (outcome.ok) return outcome;
  const { error, ...rest } = outcome;
  return { ...rest, problem: error.problem, message: error.message };
}

export function revive(kept: KeptOutcome): Outcome {
  if (kept.ok) return kept;
  const { problem, message, ...rest } = kept;
  return { ...rest, error: new HubError(problem, message) };
}

/** Who and what an audit line is about. */
export function auditCall(call: Call): { who: string; client: string } {
  return { who: call.principal, client: call.client };
}
