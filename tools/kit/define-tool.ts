import type { z } from "zod";
import type { Permit } from "./permit.ts";
import type { Plan, PlannedRequest, Sent } from "./plan.ts";

export type Progress = { done: number; total?: number; message: string };

/** What every call carries, whoever makes it. */
export type Call = {
  signal: AbortSignal;
  /** Who answers for the call: `local:ada`, or `token:1f3a…` over HTTP. Confirmations are bound to it. */
  principal: string;
  /** The program that calls, as it named itself: `claude-code/2.1`. */
  client: string;
  progress: (progress: Progress) => void;
  /** How long a call may wait for jobs before it hands back a job id. */
  waitSeconds: number;
};

/** `say` is in our own words; `data` is text that came from the system and is fenced as untrusted. */
export type Words = { say: string; data?: string };

type Card<In extends z.ZodObject, Out extends z.ZodObject> = {
  /** `<noun>_<verb>`, at most 45 characters. */
  name: string;
  title: string;
  /** For the model: what it does, when to use it. Short: every byte is paid for on every turn. */
  description: string;
  input: In;
  output: Out;
  // Method syntax, so that tools with different inputs can share one list.
  tell(result: z.output<Out>): Words;
};

export type ReadTool<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodObject = z.ZodObject,
> = Card<In, Out> & {
  effect: "reads";
  run(args: z.output<In>, call: Call): Promise<z.output<Out>>;
};

/**
 * A tool that writes says what it would do (`plan`), and how to look at the result (`check`).
 * The road, never the tool, decides whether the plan's requests are sent, and sends them one by one.
 */
export type WriteTool<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodObject = z.ZodObject,
> = Card<In, Out> & {
  effect: "changes" | "destroys";
  /** True where some arguments make a `changes` tool destroy; the plan says when. */
  mayDestroy?: boolean;
  plan(args: z.output<In>, call: Call): Promise<Plan>;
  send(request: PlannedRequest, permit: Permit, call: Call): Promise<Sent>;
  check(args: z.output<In>, sent: Sent[], call: Call): Promise<z.output<Out>>;
};

export type Tool = ReadTool | WriteTool;

/** A tool that only looks: no gate and no question stands before it. */
export function defineRead<In extends z.ZodObject, Out extends z.ZodObject>(
  tool: Omit<ReadTool<In, Out>, "effect">,
): ReadTool<In, Out> {
  return { ...tool, effect: "reads" };
}

/** A tool that plans what the road asks about and sends. Keeps the types of input and output together. */
export function defineWrite<In extends z.ZodObject, Out extends z.ZodObject>(
  tool: WriteTool<In, Out>,
): WriteTool<In, Out> {
  return tool;
}
