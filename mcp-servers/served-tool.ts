import type { Tool } from "../tools/kit/define-tool.ts";
import type { Effect } from "../tools/kit/effect.ts";
import { writeAnswer } from "../tools/kit/road.ts";
import { inputOf } from "../tools/kit/run-tool.ts";
import { inputSchema, type JsonSchema, outputSchema } from "./wire-schema.ts";

/** What a list shows of a tool: plain data, so that a build can keep it and a start need not make it. */
export type ToolListing = {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  mayDestroy?: boolean;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
};

/** A tool that is listed before it is loaded. Schemas of dozens of tools are most of what a start would cost. */
type DeferredTool = ToolListing & { load(): Promise<Tool> };

export type ServedTool = Tool | DeferredTool;

/** The tool itself, made by the first call where it was listed from plain data. */
export function loaded(tool: ServedTool): Promise<Tool> {
  return "load" in tool ? tool.load() : Promise.resolve(tool);
}

/** The listing of a tool, with its schemas as MCP shows them. */
export function listingOf(tool: Tool): ToolListing {
  const { name, title, description, effect } = tool;
  const destroys = effect !== "reads" && tool.mayDestroy;
  return {
    name,
    title,
    description,
    effect,
    ...(destroys ? { mayDestroy: true } : {}),
    inputSchema: inputSchema(inputOf(tool)),
    outputSchema: outputSchema(effect === "reads" ? tool.output : writeAnswer(tool.output)),
  };
}
