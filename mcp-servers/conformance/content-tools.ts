/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema */
import { setTimeout as pause } from "node:timers/promises";
import {
  type CallToolResult,
  fromJsonSchema,
  inputRequired,
  type McpServer,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { progressTo } from "../progress.ts";
import { PNG, WAV } from "./media.ts";

const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });

const png = { type: "image", data: PNG, mimeType: "image/png" } as const;

/** The tools of the conformance suite that return fixed content, fail, log, report progress or announce changes. */
export function addContentTools(server: McpServer, notifier: Notifier): void {
  const fixed: Record<string, CallToolResult> = {
    test_simple_text: text("This is a simple text response for testing."),
    test_image_content: { content: [png] },
    test_audio_content: { content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] },
    test_embedded_resource: {
      content: [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
      ],
    },
    test_multiple_content_types: {
      content: [
        { type: "text", text: "Multiple content types test:" },
        png,
        embedded(
          "test://mixed-content-resource",
          "application/json",
          '{"test":"data","value":123}',
        ),
      ],
    },
    test_error_handling: {
      ...text("This tool intentionally returns an error for testing"),
      isError: true,
    },
  };
  for (const [name, result] of Object.entries(fixed))
    server.registerTool(name, { description: "Returns fixed content." }, () => result);

  server.registerTool("test_tool_with_logging", { description: "Logs thrice." }, async (ctx) => {
    for (const line of [
      "Tool execution started",
      "Tool processing data",
      "Tool execution completed",
    ]) {
      await ctx.mcpReq.log("info", line);
      await pause(50);
    }
    return text("Logged.");
  });
  server.registerTool("test_logging_tool", { description: "Logs once." }, async (ctx) => {
    await ctx.mcpReq.log("info", "logged");
    return text("Logged.");
  });
  server.registerTool(
    "test_tool_with_progress",
    { description: "Reports progress." },
    async (ctx) => {
      const progress = progressTo(ctx, ctx.mcpReq._meta?.progressToken);
      for (const done of [0, 50, 100]) {
        progress({ done, total: 100, message: `${done} of 100` });
        await pause(50);
      }
      return text("Reported.");
    },
  );
  server.registerTool(
    "test_reconnection",
    { description: "Drops its stream, then answers." },
    async (ctx) => {
      await pause(50);
      ctx.http?.closeSSE?.();
      await pause(100);
      return text("Answered after the stream was closed.");
    },
  );
  addSchemaTools(server);
  addChangeTools(server, notifier);
}

function embedded(uri: string, mimeType: string, words: string) {
  return { type: "resource", resource: { uri, mimeType, text: words } } as const;
}

/** A keyword of the protocol's own, which the types of JSON Schema do not know. */
const MIRRORED = { "x-mcp-header": "Region" };

function addSchemaTools(server: McpServer): void {
  const inputSchema = fromJsonSchema({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  });
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Tool with JSON Schema 2020-12 features", inputSchema },
    () => text("Understood."),
  );
  server.registerTool(
    "test_x_mcp_header",
    {
      description: "Has an argument that travels in a header too.",
      inputSchema: fromJsonSchema<{ region?: string }>({
        type: "object",
        properties: { region: { type: "string", ...MIRRORED } },
      }),
    },
    ({ region }) => text(`Region: ${region ?? "none"}`),
  );
}

export type Notifier = Pick<ServerNotifier, "toolsChanged" | "promptsChanged">;

function addChangeTools(server: McpServer, notifier: Notifier): void {
  server.registerTool(
    "test_trigger_tool_change",
    { description: "Announces a change of tools." },
    () => {
      notifier.toolsChanged();
      return text("Announced.");
    },
  );
  server.registerTool(
    "test_trigger_prompt_change",
    { description: "Announces a change of prompts." },
    () => {
      notifier.promptsChanged();
      return text("Announced.");
    },
  );
  server.registerTool("test_missing_capability", { description: "Needs sampling." }, () =>
    inputRequired({
      inputRequests: {
        sample: inputRequired.createMessage({
          messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
          maxTokens: 10,
        }),
      },
    }),
  );
  server.registerTool(
    "test_sampling",
    { description: "Asks a model.", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const answer = await ctx.mcpReq.requestSampling({
        messages: [{ role: "user", content: { type: "text", text: prompt } }],
        maxTokens: 100,
      });
      return text(`LLM response: ${JSON.stringify(answer.content)}`);
    },
  );
}
