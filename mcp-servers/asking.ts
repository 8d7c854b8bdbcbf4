import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ElicitRequestFormParams,
  type ElicitResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  CONFIRMED_META,
  QUESTION_META,
  type Question,
  questionText,
} from "../tools/kit/question.ts";
import type { Asking } from "../tools/kit/road.ts";
import { cleanText, cut } from "../tools/kit/untrusted.ts";

export type Answer = NonNullable<Asking["answer"]>;

/** The one question a call can have, under the key by which its answer comes back. */
const KEY = "confirm";

/** What a request of 2026-07-28 says about its client; an earlier client said it once, at `initialize`. */
const Envelope = z.object({
  [CLIENT_INFO_META_KEY]: z
    .object({ name: z.string(), version: z.string() })
    .optional()
    .catch(undefined),
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.record(z.string(), z.unknown()).optional(),
  }),
});

function envelopeOf(ctx: ServerContext): z.infer<typeof Envelope> | undefined {
  return ctx.mcpReq.envelope && Envelope.safeParse(ctx.mcpReq.envelope).data;
}

/** True where the client declared that it can show a form; a bare `elicitation: {}` has always meant a form. */
export function canAsk(server: McpServer, ctx: ServerContext): boolean {
  const envelope = envelopeOf(ctx);
  const { elicitation } = envelope
    ? envelope[CLIENT_CAPABILITIES_META_KEY]
    : (server.server.getClientCapabilities() ?? {});
  return elicitation !== undefined && ("form" in elicitation || !("url" in elicitation));
}

/** `name/version` of the client as it named itself, for the audit log and `outpost approve`. */
export function clientName(server: McpServer, ctx: ServerContext): string {
  const info = envelopeOf(ctx)?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  if (!info) return "unknown";
  // One line: a name with line breaks could write its own sentences where a person approves.
  return cut(cleanText(`${info.name}/${info.version}`).replaceAll(/\s+/g, " "), 100);
}

/** True for a request of 2026-07-28: it is answered with the question, and comes again with the answer. */
export function asksByReturning(ctx: ServerContext): boolean {
  return envelopeOf(ctx) !== undefined;
}

/** The answer that a repeated request of 2026-07-28 carries. One that cannot be read counts as no. */
export function returnedAnswer(ctx: ServerContext): Answer | undefined {
  const ticket = ctx.mcpReq.requestState();
  const view = inputResponse(ctx.mcpReq.inputResponses, KEY);
  if (ticket === undefined && view.kind === "missing") return undefined;
  return {
    ticket: typeof ticket === "string" ? ticket : "",
    ...(view.kind === "elicit"
      ? { action: view.action, content: view.content }
      : { action: "cancel" }),
  };
}

/** The answer of a tool call that has to ask first, for a client of 2026-07-28. */
export function returnQuestion(question: Question, ticket: string) {
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicit(form(question)) },
    requestState: ticket,
  });
}

/**
 * Puts the question to a client of 2025-11-25 or earlier while its call waits. Undefined where nobody answered in
 * time or the client could not ask after all. Aborts with the call.
 */
export async function requestAnswer(
  ctx: ServerContext,
  question: Question,
  ticket: string,
  seconds: number,
): Promise<Answer | undefined> {
  try {
    const result: ElicitResult = await ctx.mcpReq.send(
      { method: "elicitation/create", params: { mode: "form", ...form(question) } },
      { timeout: seconds * 1000, signal: ctx.mcpReq.signal },
    );
    const by = result._meta?.[CONFIRMED_META] === "flag" ? { by: "flag" as const } : {};
    return { ticket, action: result.action, content: result.content, ...by };
  } catch {
    ctx.mcpReq.signal.throwIfAborted();
    return undefined;
  }
}

function form(question: Question): ElicitRequestFormParams {
  return {
    message: questionText(question),
    requestedSchema:
      question.typedName === undefined
        ? {
            type: "object",
            properties: { confirm: { type: "boolean", title: "Yes, do exactly this" } },
            required: ["confirm"],
          }
        : {
            type: "object",
            properties: {
              name: { type: "string", title: invitation(question) },
            },
            required: ["name"],
          },
    // A client that can draw a question gets it in parts; every other one shows the message.
    _meta: { [QUESTION_META]: question },
  };
}

function invitation({ typedName, target }: Question): string {
  if (typedName !== target.name) return `Type ${typedName ?? ""}`;
  return `Type the name of the ${target.kind}`;
}
