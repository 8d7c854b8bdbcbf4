import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

type Schema = ElicitRequestFormParams["requestedSchema"];

const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });
const form = (message: string, requestedSchema: Schema) =>
  inputRequired.elicit({ message, requestedSchema });
const oneText = (name: string): Schema => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
});
const ask = (message: string, name: string) => form(message, oneText(name));
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens,
  });
const Name = z.object({ name: z.string() });

/** The tools of the conformance suite that put a form before the person and tell what came back. */
export function addFormTools(server: McpServer): void {
  server.registerTool(
    "test_elicitation",
    {
      description: "Asks for a name and an address.",
      inputSchema: z.object({ message: z.string() }),
    },
    ({ message }, ctx) =>
      shown(ctx, "User response", message, {
        type: "object",
        properties: {
          username: { type: "string", description: "User's response" },
          email: { type: "string", description: "User's email address" },
        },
        required: ["username", "email"],
      }),
  );
  server.registerTool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks with defaults." },
    (ctx) =>
      shown(ctx, "Elicitation completed", "Please check", {
        type: "object",
        properties: {
          name: { type: "string", default: "John Doe" },
          age: { type: "integer", default: 30 },
          score: { type: "number", default: 95.5 },
          status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
          verified: { type: "boolean", default: true },
        },
      }),
  );
  const titled = (word: string) =>
    ["First", "Second", "Third"].map((nth, index) => ({
      const: `value${index + 1}`,
      title: `${nth} ${word}`,
    }));
  const options = ["option1", "option2", "option3"];
  server.registerTool(
    "test_elicitation_sep1330_enums",
    { description: "Asks with choices." },
    (ctx) =>
      shown(ctx, "Elicitation completed", "Please choose", {
        type: "object",
        properties: {
          untitledSingle: { type: "string", enum: options },
          titledSingle: { type: "string", oneOf: titled("Option") },
          legacyEnum: {
            type: "string",
            enum: ["opt1", "opt2", "opt3"],
            enumNames: ["Option One", "Option Two", "Option Three"],
          },
          untitledMulti: { type: "array", items: { type: "string", enum: options } },
          titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
        },
      }),
  );
  server.registerTool(
    "test_streaming_elicitation",
    { description: "Asks while it answers." },
    (ctx) => shown(ctx, "Answer", "What is your name?", oneText("name")),
  );
}

function shown(ctx: ServerContext, label: string, message: string, schema: Schema) {
  const view = inputResponse(ctx.mcpReq.inputResponses, "form");
  if (view.kind !== "elicit")
    return inputRequired({ inputRequests: { form: form(message, schema) } });
  return text(`${label}: action=${view.action}, content=${JSON.stringify(view.content ?? {})}`);
}

/** The tools of the conformance suite for questions that travel in results, with and without a sealed state. */
export function addQuestionTools(server: McpServer, codec: RequestStateCodec): void {
  const add = (name: string, run: (ctx: ServerContext) => Reply | Promise<Reply>) =>
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: `Asks: ${name}.` },
      run,
    );
  const unanswered = (ctx: ServerContext, requests: InputRequests) =>
    Object.keys(requests).some(
      (key) => inputResponse(ctx.mcpReq.inputResponses, key).kind === "missing",
    );

  add("elicitation", (ctx) => {
    const person = acceptedContent(ctx.mcpReq.inputResponses, "user_name", Name);
    if (person) return text(`Hello, ${person.name}!`);
    return inputRequired({ inputRequests: { user_name: ask("What is your name?", "name") } });
  });
  const once = (name: string, inputRequests: InputRequests) =>
    add(name, (ctx) =>
      unanswered(ctx, inputRequests)
        ? inputRequired({ inputRequests })
        : text(`Answered: ${JSON.stringify(ctx.mcpReq.inputResponses)}`),
    );
  once("sampling", { capital_question: sample("What is the capital of France?", 100) });
  once("list_roots", { client_roots: inputRequired.listRoots() });

  const sealed = (name: string, inputRequests: InputRequests) =>
    add(name, async (ctx) =>
      unanswered(ctx, inputRequests) || ctx.mcpReq.requestState() === undefined
        ? inputRequired({ inputRequests, requestState: await codec.mint({ name }, ctx) })
        : text(`state-ok ${JSON.stringify(ctx.mcpReq.inputResponses)}`),
    );
  const confirm = form("Please confirm", {
    type: "object",
    properties: { ok: { type: "boolean" } },
    required: ["ok"],
  });
  sealed("request_state", { confirm });
  sealed("tampered_state", { confirm });
  sealed("multiple_inputs", {
    user_name: ask("What is your name?", "name"),
    greeting: sample("Generate a greeting", 50),
    client_roots: inputRequired.listRoots(),
  });
  add("multi_round", async (ctx) => {
    const step = ctx.mcpReq.requestState<{ step: number }>()?.step ?? 0;
    const next = async (number: number, message: string, field: string) =>
      inputRequired({
        inputRequests: { [`step${number}`]: ask(message, field) },
        requestState: await codec.mint({ step: number }, ctx),
      });
    if (step === 0) return next(1, "Step 1: What is your name?", "name");
    if (step === 1) return next(2, "Step 2: What is your favorite color?", "color");
    return text("Both steps are done.");
  });
  add("capabilities", (ctx) => {
    if (ctx.mcpReq.inputResponses) return text("Answered.");
    const can = Capabilities.parse(ctx.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {
      ...(can.elicitation === undefined ? {} : { form: ask("What is your name?", "name") }),
      ...(can.sampling === undefined ? {} : { sample: sample("Hello", 10) }),
    };
    return Object.keys(inputRequests).length > 0
      ? inputRequired({ inputRequests })
      : text("Nothing to ask with.");
  });
}

type Reply = CallToolResult | ReturnType<typeof inputRequired>;

const Capabilities = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.unknown().optional(),
    sampling: z.unknown().optional(),
  }),
});
