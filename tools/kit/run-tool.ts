import { z } from "zod";
import type { Call, ReadTool, Tool, WriteTool } from "./define-tool.ts";
import { HubError } from "./errors.ts";
import { refuse } from "./gates.ts";
import type { JsonObject } from "./json.ts";
import { type Asking, failed, type Outcome, type Road, type Step, words } from "./road.ts";
import { recordRefusal, runWrite } from "./run-write.ts";

/** The two arguments that every writing tool takes besides its own. */
const WRITE_ARGUMENTS = {
  plan: z.boolean().optional().describe("Only show what it would do"),
  idempotency_key: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe("Same key again: no second write"),
};

/** Made once for each tool: a new schema compiles itself anew at its first use, which would be at every call. */
const inputs = new WeakMap<Tool, z.ZodObject>();

/** The input that a client sees: strict, and with the arguments of the road for a tool that writes. */
export function inputOf(tool: Tool): z.ZodObject {
  let input = inputs.get(tool);
  if (!input) {
    const own = tool.effect === "reads" ? {} : WRITE_ARGUMENTS;
    input = z.strictObject({ ...tool.input.shape, ...own });
    inputs.set(tool, input);
  }
  return input;
}

/**
 * The one road of every call, from whichever face: parse → guard → confirm → run → check → tell. Never throws: what
 * goes wrong is an Outcome. Answers `ask` where a person has to be asked first; the caller then comes again with the
 * same arguments and the person's answer.
 */
export async function runTool(
  tool: Tool,
  rawArgs: unknown,
  road: Road,
  call: Call,
  asking: Asking,
): Promise<Step> {
  try {
    if (tool.effect !== "reads") await refuseShut(tool, rawArgs, road, call);
    const args = inputOf(tool).safeParse(rawArgs ?? {});
    if (!args.success) throw doesNotFit(tool, args.error);
    if (tool.effect === "reads")
      return { kind: "done", outcome: await read(tool, args.data, road, call) };
    return await runWrite(tool, args.data, road, call, asking);
  } catch (thrown) {
    const error = call.signal.aborted
      ? new HubError("interrupted", "The call was interrupted.", { cause: thrown })
      : HubError.from(thrown);
    return { kind: "done", outcome: failed(error) };
  }
}

/** Before its arguments are looked at: whoever mends them expects something to come of it. */
async function refuseShut(tool: WriteTool, args: unknown, road: Road, call: Call): Promise<void> {
  const shut = refuse(road.gates, { effect: tool.effect, touches: [] });
  if (!shut) return;
  await recordRefusal(shut, tool, args, road, call);
  throw shut;
}

async function read(
  tool: ReadTool,
  args: Record<string, unknown>,
  road: Road,
  call: Call,
): Promise<Outcome> {
  const data = tool.output.parse(await tool.run(args, call)) as JsonObject; // zod objects of plain JSON
  return { ok: true, data, ...words(tool.tell(data), road.source, data) };
}

function doesNotFit(tool: Tool, error: z.ZodError): HubError {
  const unknown = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => `there is no ${key}`) : [],
  );
  const wrong = error.issues.filter(({ code }) => code !== "unrecognized_keys").map(unfit);
  const names = Object.keys(inputOf(tool).shape).join(", ");
  const takes = unknown.length > 0 ? ` It takes: ${names || "none"}.` : "";
  return new HubError("bad-input", `The arguments of ${tool.name} do not fit.`, {
    advice: `${[...wrong, ...unknown].join("; ")}.${takes}`,
  });
}

/** What is wrong with one argument, by its name. */
function unfit({ path, message }: z.core.$ZodIssue): string {
  const where = path.map(String).join(".");
  const what = message.replace(/^Invalid input: /, "").replace(/\.$/, "");
  if (where === "") return what;
  return what.endsWith("received undefined") ? `${where} is missing` : `${where}: ${what}`;
}
