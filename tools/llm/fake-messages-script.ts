import { z } from "zod";

/** One answer of the stand-in server. Whatever is left out is a plain, complete text reply. */
export const FakeReply = z.strictObject({
  /** Text, streamed in pieces; an array gives the pieces. */
  say: z.union([z.string(), z.array(z.string())]).optional(),
  think: z.string().optional(),
  calls: z
    .array(
      z.strictObject({
        name: z.string(),
        input: z.unknown(),
        id: z.string().optional(),
        /** Sent in place of the input as JSON: for input that is none. */
        raw: z.string().optional(),
      }),
    )
    .optional(),
  stop: z.string().optional(),
  usage: z.record(z.string(), z.unknown()).optional(),
  /** A refusal before the stream: an HTTP status and its headers. */
  status: z.number().optional(),
  retryAfter: z.string().optional(),
  retryAfterMs: z.number().optional(),
  message: z.string().optional(),
  /** After what is said: an `error` event of this type, a cut socket, a hang, or endless pings. */
  end: z.enum(["error", "cut", "hang", "ping"]).optional(),
  errorType: z.string().optional(),
});
export type FakeReply = z.infer<typeof FakeReply>;

/** A rule answers whenever its pattern is found in the newest message; a plain reply answers once, in order. */
export const FakeStep = z.union([
  z.strictObject({ when: z.string(), reply: FakeReply, times: z.number().optional() }),
  FakeReply,
]);
export type FakeStep = z.infer<typeof FakeStep>;

export const FakeScript = z.array(FakeStep);

/** Hands out the replies of a script: first the rules that fit, then the next in order. */
export function createScript(steps: readonly FakeStep[]) {
  const rules = steps
    .filter((step) => "when" in step)
    .map((step) => ({
      ...step,
      pattern: new RegExp(step.when, "iu"),
      left: step.times ?? Infinity,
    }));
  const inOrder = steps.filter((step): step is FakeReply => !("when" in step));
  return {
    push: (...more: FakeReply[]): void => {
      inOrder.push(...more);
    },
    left: () => inOrder.length,
    next(newest: string): FakeReply {
      const rule = rules.find((one) => one.left > 0 && one.pattern.test(newest));
      if (rule) {
        rule.left--;
        return rule.reply;
      }
      return inOrder.shift() ?? { say: "(the script has ended)" };
    },
  };
}
