import { z } from "zod";

const Block = z.looseObject({ type: z.string() });
const Turn = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.union([z.string().min(1), z.array(Block).min(1)]),
});

/** What a request to the Messages API must be; kept whole, so that a test can look at any member. */
export const FakeRequest = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.number().int().positive().optional(),
  stream: z.boolean().optional(),
  system: z.unknown().optional(),
  messages: z.array(Turn).min(1),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
});
export type FakeRequest = z.infer<typeof FakeRequest>;

/**
 * The rules of the real API that a broken conversation breaks: roles alternate, no empty text, every call answered
 * in the very next message and nothing answered twice. Returns what is wrong, or nothing.
 */
export function flawOf(request: FakeRequest): string | undefined {
  let open: string[] = [];
  for (const [index, message] of request.messages.entries()) {
    const at = `messages.${index}`;
    const wanted = index % 2 === 0 ? "user" : "assistant";
    if (message.role !== wanted) return `${at}: roles must alternate, expected ${wanted}`;
    const blocks = typeof message.content === "string" ? [] : message.content;
    if (blocks.some((block) => isEmptyText(block)))
      return `${at}: text content blocks must be non-empty`;
    if (message.role === "user") {
      const answered = idsOf(blocks, "tool_result", "tool_use_id");
      const missing = open.filter((id) => !answered.includes(id));
      if (missing.length > 0)
        return `${at}: tool_use ids without tool_result: ${missing.join(", ")}`;
      const extra = answered.filter((id, i) => !open.includes(id) || answered.indexOf(id) !== i);
      if (extra.length > 0) return `${at}: unexpected tool_result: ${extra.join(", ")}`;
      open = [];
    } else open = idsOf(blocks, "tool_use", "id");
  }
  return open.length > 0 ? `the last message leaves tool_use open: ${open.join(", ")}` : undefined;
}

function idsOf(blocks: z.infer<typeof Block>[], type: string, member: string): string[] {
  return blocks.filter((block) => block.type === type).map((block) => String(block[member]));
}

const isEmptyText = (block: z.infer<typeof Block>) =>
  block.type === "text" && (typeof block.text !== "string" || block.text.trim() === "");

/** All text of the newest message, tool results included: what a scripted rule looks at. */
export function newestText(request: FakeRequest): string {
  const content = request.messages.at(-1)?.content ?? "";
  if (typeof content === "string") return content;
  return content
    .map((block) => {
      const words = block.type === "tool_result" ? block.content : block.text;
      return typeof words === "string" ? words : JSON.stringify(words ?? "");
    })
    .join("\n");
}
