import type { CallToolResult } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Problem } from "../../tools/kit/errors.ts";
import { isObject, type JsonObject } from "../../tools/kit/json.ts";
import { cleanJson, cleanText, fence, unfence } from "../../tools/kit/untrusted.ts";
import type { ToolAnswer } from "../tool-set.ts";

const PROBLEMS: readonly Problem[] = [
  "bad-input",
  "not-allowed",
  "declined",
  "not-found",
  "changed",
  "failed",
  "limit",
  "sign-in",
  "unavailable",
  "timed-out",
  "interrupted",
  "bug",
];

/** What our servers add to a result; a stranger's has none of it. */
const Meta = z.object({
  "outpost/untrusted": z.object({ tag: z.string(), source: z.string() }).optional(),
  "outpost/problem": z.enum(PROBLEMS).optional(),
});

/**
 * A result of `tools/call` for both readers. What a trusted server says in its own words stays as it is, the fences
 * within included; its structured content, and everything a stranger says, gets a fence of its own.
 */
export function readAnswer(
  result: CallToolResult,
  server: { name: string; trusted: boolean },
): ToolAnswer {
  const meta = server.trusted ? Meta.safeParse(result._meta ?? {}).data : undefined;
  const text = cleanText(result.content.map(wordsOf).join("\n"));
  const marked = meta?.["outpost/untrusted"];
  const problem = meta?.["outpost/problem"];
  const source = marked?.source ?? server.name;
  const data = isObject(result.structuredContent)
    ? (cleanJson(result.structuredContent as JsonObject) as JsonObject) // parsed JSON; cleaning keeps an object one
    : undefined;
  const words = server.trusted || text === "" ? text : fence(text, source).text;
  const structured = data === undefined ? "" : fence(JSON.stringify(data), source).text;
  return {
    ok: result.isError !== true,
    forModel: [words, structured].filter(Boolean).join("\n"),
    plain: toThePerson(marked ? unfence(text, marked.tag) : text, problem),
    ...(data ? { data } : {}),
    ...(problem ? { problem } : {}),
  };
}

/** Whoever reads a refusal here is who said no; a model, and any other client, reads of the person. */
function toThePerson(text: string, problem: Problem | undefined): string {
  return problem === "declined"
    ? text.replace(/^The person said no\. Nothing/, "You said no; nothing")
    : text;
}

function wordsOf(block: CallToolResult["content"][number]): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}, ${Math.ceil((block.data.length * 3) / 4096)} KiB]`;
    case "resource_link":
      return `[resource ${block.uri}]`;
    case "resource":
      return "text" in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`;
  }
}
