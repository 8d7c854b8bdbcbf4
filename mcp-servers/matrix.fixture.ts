import assert from "node:assert/strict";
import type { Client, ElicitResult } from "@modelcontextprotocol/client";
import { z } from "zod";
import { QUESTION_META } from "../tools/kit/question.ts";
import type { Road } from "../tools/kit/road.ts";
import type { Elicit, Era, Served } from "./link.fixture.ts";

/** What the person behind the client does with the question. The one who accepts comes last: that changes things. */
export const PEOPLE = [
  "declines",
  "cancels",
  "gives a wrong answer",
  "answers too late",
  "cannot be asked",
  "never sees the question",
  "accepts",
] as const;
type Person = (typeof PEOPLE)[number];

/** The parts of a question that the person here goes by. */
const Asked = z.object({
  requests: z.array(z.object({ wire: z.string() })),
  typedName: z.string().optional(),
});

export type Case = {
  tool: string;
  args: Record<string, unknown>;
  /** What the upstream must get, in order, where the person accepts; by default what the question lists. */
  requests?: string[];
};

export type Ground = {
  served: Served;
  road: Road;
  /** Lets time pass, as the road's clock tells it. */
  pass(milliseconds: number): void;
  /** The mutating requests that the upstream got so far. */
  writes(): readonly string[];
};

/** Short enough for a test to wait for: how long a question lives that nobody answers. */
const SHORT_SECONDS = 0.03;

/**
 * Runs every case with every person over one served road, in one era. Checks that an accepted plan sends exactly its
 * requests, once and in order, and that nothing else ever sends one. Returns how many combinations it ran.
 */
export async function runMatrix(ground: Ground, era: Era, cases: Case[]): Promise<number> {
  let person: Elicit = () => ({ action: "cancel" });
  const asking = await ground.served.connect(era, (params, signal) => person(params, signal));
  const dumb = await ground.served.connect(era);
  let count = 0;
  for (const one of cases)
    for (const who of PEOPLE) {
      const asked = signalled();
      let listed: string[] = [];
      person = (params, signal) => {
        asked.resolve();
        const question = Asked.parse(params._meta?.[QUESTION_META]);
        listed = question.requests.map(({ wire }) => wire);
        return behave(who, question.typedName, ground, era, signal);
      };
      const before = ground.writes().length;
      const patient = who !== "answers too late" && who !== "never sees the question";
      ground.road.confirmSeconds = patient ? 300 : SHORT_SECONDS;
      const client = who === "cannot be asked" ? dumb : asking;
      const result = await call(client, one, { era, who, asked: asked.promise });
      const sent = ground.writes().slice(before);
      const what = `${era}, ${one.tool}, a person who ${who}: ${result.text}`;
      const expected = one.requests ?? listed;
      assert.deepEqual(sent, who === "accepts" ? expected : [], what);
      if (who === "accepts") assert.ok(sent.length > 0, what);
      assert.equal(result.failed, who !== "accepts", what);
      count++;
    }
  return count;
}

async function call(
  client: Client,
  { tool, args }: Case,
  about: { era: Era; who: Person; asked: Promise<void> },
): Promise<{ failed: boolean; text: string }> {
  const giveUp = new AbortController();
  // Since 2026-07-28 the question is the client's own: a client that never answers leaves its own call open.
  const abandoned = about.who === "never sees the question" && about.era !== "legacy";
  const result = client.callTool({ name: tool, arguments: args }, { signal: giveUp.signal });
  if (abandoned) {
    result.catch(() => undefined);
    await Promise.race([about.asked, result]);
    giveUp.abort();
    return { failed: true, text: "asked, then abandoned" };
  }
  const { content, isError } = await result;
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { failed: isError === true, text };
}

function behave(
  who: Person,
  name: string | undefined,
  ground: Ground,
  era: Era,
  signal: AbortSignal,
): ElicitResult | Promise<ElicitResult> {
  const yes: ElicitResult = {
    action: "accept",
    content: name === undefined ? { confirm: true } : { name },
  };
  const wrong = name === undefined ? { confirm: false } : { name: `${name}x` };
  switch (who) {
    case "accepts":
      return yes;
    case "declines":
      return { action: "decline" };
    case "cancels":
      return { action: "cancel" };
    case "gives a wrong answer":
      return { action: "accept", content: wrong };
    case "answers too late":
      ground.pass(301_000);
      return era === "legacy" ? ended(signal).then(() => yes) : yes;
    case "never sees the question":
      return era === "legacy" ? ended(signal).then(() => yes) : new Promise(() => undefined);
    case "cannot be asked":
      throw new Error("a client that cannot ask was asked");
  }
}

function signalled(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
