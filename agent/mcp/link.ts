import type {
  ClientOptions,
  JsonSchemaValidator,
  Tool,
  Transport,
} from "@modelcontextprotocol/client";
import type { Effect } from "../../tools/kit/effect.ts";
import { HubError } from "../../tools/kit/errors.ts";
import type { JsonObject } from "../../tools/kit/json.ts";
import { cleanText } from "../../tools/kit/untrusted.ts";
import type { AskPerson } from "../events.ts";
import type { LinkedTool, OnCall, ToolAnswer } from "../tool-set.ts";
import { readAnswer } from "./answer.ts";
import { answerElicitation } from "./elicitation.ts";

/** A connection to one MCP server, whatever it runs on: in this process now, a child process or HTTP later. */
export type Link = {
  name: string;
  /** What the server tells a model about itself. */
  instructions: string | undefined;
  tools: readonly LinkedTool[];
  /**
   * Rejects where the connection failed or the signal aborted; a tool that failed is an answer, and so is a call that
   * was stopped while our own server's question was open: it has sent nothing.
   */
  call(name: string, input: unknown, on: OnCall): Promise<ToolAnswer>;
  close(): Promise<void>;
};

export type LinkOptions = {
  name: string;
  transport: Transport;
  /** Puts the server's questions to the person. */
  ask: AskPerson;
  version: string;
  /** True for our own servers alone: their questions, hints and words are taken as they are. */
  trusted: boolean;
};

/**
 * How long a call may be silent. It has to outlast the time a person has for a confirmation, which the server counts
 * itself; progress starts it anew.
 */
const CALL_TIMEOUT_MS = 30 * 60_000;

/** Connects, as a client that can ask its person, and lists the tools. Throws HubError `unavailable`. */
export async function connectLink(options: LinkOptions): Promise<Link> {
  const { name, trusted, ask } = options;
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "outpost", version: options.version },
    {
      capabilities: { elicitation: { form: {} } },
      // Our own server has parsed its output already, and a JSON Schema compiler costs every start.
      ...(trusted ? { jsonSchemaValidator: unchecked } : {}),
    },
  );
  // Of the calls that may ask. A read of ours never asks: its end, or the limit on its time, takes no question away.
  const asking = new Set<AbortSignal>();
  let unanswered = 0;
  client.setRequestHandler("elicitation/create", async (request, ctx) => {
    // An interrupted call takes its question with it, even before the server has heard of it.
    const signal = AbortSignal.any([ctx.mcpReq.signal, ...asking]);
    unanswered++;
    try {
      return await answerElicitation(request.params, { server: name, trusted }, ask, signal);
    } finally {
      unanswered--;
    }
  });
  const tools = await client
    .connect(options.transport)
    .then(() => client.listTools())
    .catch((cause: unknown) => {
      throw new HubError("unavailable", `The MCP server ${name} did not answer.`, { cause });
    });

  const linked = tools.tools.map((tool) => linkedTool(tool, { name, trusted }));
  const reads = new Set(linked.filter((t) => t.effect === "reads").map(({ card }) => card.name));
  return {
    name,
    instructions: client.getInstructions(),
    tools: linked,
    async call(tool, input, on) {
      on.signal.throwIfAborted();
      if (!(trusted && reads.has(tool))) asking.add(on.signal);
      // Calls that write are made one by one: the question is this one's, and what is withdrawn counts as no.
      let stoppedAtQuestion = false;
      const onStop = () => {
        stoppedAtQuestion = trusted && unanswered > 0 && asking.has(on.signal);
      };
      on.signal.addEventListener("abort", onStop, { once: true });
      try {
        const result = await client.callTool(
          { name: tool, arguments: isObject(input) ? input : {} },
          {
            signal: on.signal,
            timeout: CALL_TIMEOUT_MS,
            resetTimeoutOnProgress: true,
            onprogress: ({ progress, total, message }) =>
              on.progress({
                done: progress,
                ...(total === undefined ? {} : { total }),
                message: cleanText(message ?? ""),
              }),
          },
        );
        return readAnswer(result, { name, trusted });
      } catch (thrown) {
        if (stoppedAtQuestion) return STOPPED_AT_QUESTION;
        on.signal.throwIfAborted();
        throw lost(name, thrown);
      } finally {
        asking.delete(on.signal);
        on.signal.removeEventListener("abort", onStop);
      }
    },
    close: () => client.close(),
  };
}

const STOPPED_AT_QUESTION: ToolAnswer = {
  ok: false,
  forModel: "The person interrupted this call instead of confirming it. Nothing was changed.",
  plain: "You stopped this call before you had said yes; nothing was changed.",
  problem: "interrupted",
};

function lost(name: string, cause: unknown): HubError {
  const words = cause instanceof Error ? `: ${cleanText(cause.message).slice(0, 200)}` : "";
  return new HubError("unavailable", `The call to the MCP server ${name} failed${words}`, {
    cause,
  });
}

function linkedTool(tool: Tool, server: { name: string; trusted: boolean }): LinkedTool {
  return {
    server: server.name,
    card: {
      name: tool.name,
      description: cleanText(tool.description ?? ""),
      inputSchema: tool.inputSchema as JsonObject, // parsed from JSON
    },
    title: cleanText(tool.title ?? tool.name),
    effect: effectOf(tool, server.trusted),
  };
}

/** What the hints say; without a hint, and from a stranger, the worst of what it may be. */
function effectOf({ annotations }: Tool, trusted: boolean): Effect {
  if (annotations?.readOnlyHint === true) return "reads";
  return trusted && annotations?.destructiveHint === false ? "changes" : "destroys";
}

const unchecked: NonNullable<ClientOptions["jsonSchemaValidator"]> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    // as T: the server has parsed it
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

const isObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
