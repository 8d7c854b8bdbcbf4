import type { JsonObject } from "../../tools/kit/json.ts";
import type { Message, Reply, ToolResultBlock, ToolUseBlock } from "../../tools/llm/llm.ts";
import type { System } from "./card.ts";
import { CLUSTER } from "./cluster/index.ts";
import { createOperator } from "./operator.ts";

type Answer = { text: string; data?: JsonObject; failed?: boolean };
type Answers = Readonly<Record<string, (input: JsonObject) => Answer>>;

const FILESYSTEMS: Answer = {
  text: "2 filesystems.",
  data: { filesystems: [{ name: "fs1" }, { name: "fs2" }] },
};
export const ALL = Object.keys(CLUSTER.tools);
export const READS = ALL.filter((name) => CLUSTER.tools[name] === "reads");

/** A conversation in which every tool answers at once. */
export function talk(
  answers: Answers = {},
  tools: readonly string[] = ALL,
  systems: readonly System[] = [CLUSTER],
) {
  const operator = createOperator(systems);
  const messages: Message[] = [];
  const cards = tools.map((name) => ({
    name,
    description: "",
    inputSchema: name === "fileset_list" ? { properties: { limit: { type: "number" } } } : {},
  }));

  async function reply(streamed: string[]): Promise<Reply> {
    const request = { system: "", messages, tools: cards };
    const onDelta = (delta: { type: string; text?: string }) => streamed.push(delta.text ?? "");
    const answer = await operator.reply(request, onDelta, new AbortController().signal);
    messages.push({ role: "assistant", model: operator.model, blocks: answer.blocks });
    return answer;
  }

  function result(use: ToolUseBlock): ToolResultBlock {
    const input = use.input as JsonObject; // the operator writes nothing but objects
    const standard =
      use.name === "filesystem_list" ? FILESYSTEMS : { text: `${use.name} answered` };
    const { text, data, failed = false } = answers[use.name]?.(input) ?? standard;
    return { type: "tool_result", id: use.id, text, failed, ...(data ? { data } : {}) };
  }

  /** Says a sentence; answers what was called, as `tool {input}`, and the closing words. */
  async function say(text: string) {
    messages.push({ role: "user", blocks: [{ type: "text", text }] });
    const calls: string[] = [];
    const streamed: string[] = [];
    for (;;) {
      const { blocks, stop } = await reply(streamed);
      const uses = blocks.filter((block) => block.type === "tool_use");
      calls.push(...uses.map((use) => `${use.name} ${JSON.stringify(use.input)}`));
      const words = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
      if (stop !== "tool_use") return { calls, words, stop, streamed: streamed.join("") };
      messages.push({ role: "user", blocks: uses.map(result) });
    }
  }
  return { say, messages };
}
