import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Complete, completer } from "./resources.ts";
import type { Serving } from "./serve.ts";

type Argument = { says: string; optional?: true; complete?: Complete };

/** A job that a person starts often, said once and well. */
export type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: Record<string, Argument>;
  text: (given: Record<string, string>) => string;
};

/** Registers the prompts, with completion of what their arguments name. */
export function addPrompts(server: McpServer, serving: Serving, prompts: readonly Prompt[]): void {
  server.server.registerCapabilities({ prompts: { listChanged: false } });
  for (const { name, title, description, arguments: wanted, text } of prompts) {
    const shape = Object.fromEntries(
      Object.entries(wanted).map(([argument, about]) => [argument, schemaOf(about, serving)]),
    );
    server.registerPrompt(name, { title, description, argsSchema: z.object(shape) }, (given) => {
      const words = z.record(z.string(), z.string()).parse(given);
      return { messages: [{ role: "user", content: { type: "text", text: text(words) } }] };
    });
  }
}

function schemaOf({ says, optional, complete }: Argument, serving: Serving) {
  const word = z.string().max(255).describe(says);
  const schema = complete
    ? completable(word, (start, context) => completer(serving, complete)(start, context))
    : word;
  return optional ? schema.optional() : schema;
}
