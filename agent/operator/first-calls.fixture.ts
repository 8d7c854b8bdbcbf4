import type { JsonObject } from "../../tools/kit/json.ts";
import type { Llm, ToolUseBlock } from "../../tools/llm/llm.ts";
import type { System } from "./card.ts";
import { createOperator } from "./operator.ts";

/** The operator of these systems, with all their tools at hand. */
export function operatorOf(systems: readonly System[]) {
  const tools = systems
    .flatMap((system) => Object.keys(system.tools))
    .map((name) => ({ name, description: "", inputSchema: {} }));
  return { llm: createOperator(systems), tools };
}

/** What one sentence leads to, before any answer: the calls of the first round. */
export async function firstCalls(
  {
    llm,
    tools,
  }: { llm: Llm; tools: { name: string; description: string; inputSchema: JsonObject }[] },
  sentence: string,
) {
  const reply = await llm.reply(
    {
      system: "",
      messages: [{ role: "user", blocks: [{ type: "text", text: sentence }] }],
      tools,
    },
    () => undefined,
    new AbortController().signal,
  );
  return reply.blocks
    .filter((block): block is ToolUseBlock => block.type === "tool_use")
    .map(({ name, input }) => ({ tool: name, input }));
}
