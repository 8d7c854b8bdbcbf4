import type Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "../kit/json.ts";
import type { Message, Reply, Request, StopReason, Usage } from "./llm.ts";

/**
 * What an endpoint understands. `anthropic` is the API itself; `compatible` is anything else that speaks its
 * Messages API (Ollama, llama.cpp, a gateway) and may refuse or ignore caching and thinking.
 */
export type Profile = "anthropic" | "compatible";

type Params = Anthropic.MessageCreateParamsNonStreaming;
type Block = Anthropic.ContentBlockParam;

const KEEP_HOUR = { type: "ephemeral", ttl: "1h" } as const;
const KEEP_MINUTES = { type: "ephemeral" } as const;

/** The request as the Messages API takes it. Tools go in the order given, which must be stable for the cache. */
export function toParams(
  request: Request,
  model: { name: string; profile: Profile; maxTokens: number },
): Params {
  const anthropic = model.profile === "anthropic";
  const messages = merged(request.messages, model.name);
  if (anthropic) markRolling(messages);
  return {
    model: model.name,
    max_tokens: model.maxTokens,
    messages,
    // The prefix is tools, then system, then messages: a mark at the end of system covers the tools too.
    ...(request.system === ""
      ? {}
      : {
          system: anthropic
            ? [{ type: "text", text: request.system, cache_control: KEEP_HOUR }]
            : request.system,
        }),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map((card) => ({
            name: card.name,
            description: card.description,
            input_schema: card.inputSchema as Anthropic.Tool.InputSchema, // MCP demands `type: "object"` too
          })),
        }),
    ...(anthropic ? { thinking: { type: "adaptive", display: "summarized" } } : {}),
  };
}

/** Messages with neighbours of one role joined: an interrupted turn leaves two sentences of the person in a row. */
function merged(messages: readonly Message[], model: string): Anthropic.MessageParam[] {
  const wire: { role: "user" | "assistant"; content: Block[] }[] = [];
  for (const message of messages) {
    const content = message.role === "user" ? userBlocks(message) : ownBlocks(message, model);
    if (content.length === 0) continue;
    const last = wire.at(-1);
    if (last?.role === message.role) last.content.push(...content);
    else wire.push({ role: message.role, content });
  }
  return wire;
}

function userBlocks(message: Extract<Message, { role: "user" }>): Block[] {
  const blocks: Block[] = [];
  for (const block of message.blocks)
    if (block.type === "tool_result")
      blocks.push({
        type: "tool_result",
        tool_use_id: block.id,
        content: block.text === "" ? "(no output)" : block.text,
        ...(block.failed ? { is_error: true } : {}),
      });
    else if (block.text !== "") blocks.push({ type: "text", text: block.text });
  return blocks;
}

function ownBlocks(message: Extract<Message, { role: "assistant" }>, model: string): Block[] {
  const blocks: Block[] = [];
  for (const block of message.blocks)
    switch (block.type) {
      case "text":
        if (block.text.trim() !== "") blocks.push({ type: "text", text: block.text });
        break;
      case "tool_use":
        blocks.push({ type: "tool_use", id: block.id, name: block.name, input: block.input ?? {} });
        break;
      case "thinking":
        // Signed for one model: another one refuses it. Unsigned (local models), nobody wants it back.
        if (message.model === model && isSigned(block.opaque))
          blocks.push(block.opaque as unknown as Block); // kept exactly as it came from the API
        break;
    }
  return blocks;
}

const isSigned = (block: JsonObject): boolean =>
  block.type === "redacted_thinking" ||
  (typeof block.signature === "string" && block.signature !== "");

/** Marks the last two messages of the person: the newest is written to the cache, the one before is read from it. */
function markRolling(messages: Anthropic.MessageParam[]): void {
  const newest = messages.filter((message) => message.role === "user").slice(-2);
  for (const message of newest) {
    const last = typeof message.content === "string" ? undefined : message.content.at(-1);
    if (last?.type === "text" || last?.type === "tool_result") last.cache_control = KEEP_MINUTES;
  }
}

/** The reply as the rest of the hub knows it. Blocks of server-side tools, which are never asked for, are dropped. */
export function fromMessage(message: Anthropic.Message): Reply {
  const blocks: Reply["blocks"] = [];
  for (const block of message.content)
    if (block.type === "text") {
      if (block.text !== "") blocks.push({ type: "text", text: block.text });
    } else if (block.type === "tool_use")
      blocks.push({ type: "tool_use", id: block.id, name: block.name, input: block.input });
    else if (block.type === "thinking" || block.type === "redacted_thinking")
      blocks.push({
        type: "thinking",
        text: block.type === "thinking" ? block.thinking : "",
        opaque: structuredClone(block) as unknown as JsonObject, // parsed from JSON
      });
  return { blocks, stop: stopOf(message, blocks), usage: usageOf(message.usage) };
}

function stopOf(message: Anthropic.Message, blocks: Reply["blocks"]): StopReason {
  const calls = blocks.some((block) => block.type === "tool_use");
  switch (message.stop_reason) {
    case "max_tokens":
    case "stop_sequence":
    case "pause_turn":
    case "refusal":
      return message.stop_reason;
    case "model_context_window_exceeded":
      return "context_full";
    case "end_turn":
    case "tool_use":
    case null:
      break;
  }
  // Some compatible endpoints say end_turn, or nothing, beside a call.
  return calls ? "tool_use" : "end_turn";
}

function usageOf(usage: Partial<Anthropic.Usage> | undefined): Usage {
  const hour = usage?.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input: usage?.input_tokens ?? 0,
    output: usage?.output_tokens ?? 0,
    cacheRead: usage?.cache_read_input_tokens ?? 0,
    cacheWrite: usage?.cache_creation_input_tokens ?? 0,
    ...(hour > 0 ? { cacheWriteHour: hour } : {}),
  };
}
