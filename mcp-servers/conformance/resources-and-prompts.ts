import {
  completable,
  inputRequired,
  inputResponse,
  type McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { PNG } from "./media.ts";

/** The resources that the conformance suite reads. */
export function addResources(server: McpServer): void {
  const add = (
    name: string,
    uri: string,
    mimeType: string,
    content: { text: string } | { blob: string },
  ) =>
    server.registerResource(name, uri, { mimeType, description: `Resource ${name}` }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  add("static-text", "test://static-text", "text/plain", {
    text: "This is the content of the static text resource.",
  });
  add("static-binary", "test://static-binary", "image/png", { blob: PNG });
  add("watched", "test://watched-resource", "text/plain", { text: "Watched." });
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json", description: "Data by id" },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

const said = (words: string) => ({ role: "user", content: { type: "text", text: words } }) as const;

/** The prompts that the conformance suite gets. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "No arguments." }, () => ({
    messages: [said("This is a simple prompt for testing.")],
  }));
  const word = z.string().describe("A word");
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "Two arguments.",
      argsSchema: z.object({
        arg1: completable(word, (start) =>
          ["paris", "park", "party"].filter((w) => w.startsWith(start)),
        ),
        arg2: word,
      }),
    },
    ({ arg1, arg2 }) => ({
      messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "Embeds a resource.", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: "user",
          content: {
            type: "resource",
            resource: {
              uri: resourceUri,
              mimeType: "text/plain",
              text: "Embedded resource content for testing.",
            },
          },
        },
        said("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "Shows an image." }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
      said("Please analyze the image above."),
    ],
  }));
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "Asks first." },
    (ctx) => {
      const view = inputResponse(ctx.mcpReq.inputResponses, "user_context");
      if (view.kind === "elicit")
        return { messages: [said(`Context: ${JSON.stringify(view.content)}`)] };
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: "What context should the prompt use?",
            requestedSchema: {
              type: "object",
              properties: { context: { type: "string" } },
              required: ["context"],
            },
          }),
        },
      });
    },
  );
}
