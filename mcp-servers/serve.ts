import {
  type CallToolResult,
  type InputRequiredResult,
  type JsonSchemaValidator,
  McpServer,
  type Tool as McpTool,
  type ServerContext,
  type ServerOptions,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { Call } from "../tools/kit/define-tool.ts";
import type { HubError } from "../tools/kit/errors.ts";
import { opens } from "../tools/kit/gates.ts";
import type { Outcome, Road } from "../tools/kit/road.ts";
import {
  type Answer,
  asksByReturning,
  canAsk,
  clientName,
  requestAnswer,
  returnedAnswer,
  returnQuestion,
} from "./asking.ts";
import { progressTo } from "./progress.ts";
import { listingOf, loaded, type ServedTool } from "./served-tool.ts";
import type { Slots } from "./slots.ts";
import { unchecked } from "./wire-schema.ts";

/** The `_meta` member that names the fence around text of the system behind the tools, and that system. */
export const UNTRUSTED_META = "outpost/untrusted";
/** The `_meta` member of a failed call: its Problem, one word, for programs. */
export const PROBLEM_META = "outpost/problem";

export type Serving = {
  name: string;
  title: string;
  version: string;
  /** For the model, at most 2 KB: clients cut the rest. */
  instructions: string;
  tools: readonly ServedTool[];
  road: Road;
  /** Who answers for every call of this server: `local:ada`, `token:1f3a9c2e`. */
  principal: string;
  /** True for the hub's own client alone: it is believed that a yes was given beforehand, by a flag. */
  ownClient?: boolean;
  /** How long a call may wait for jobs. Without it 50 s, or 300 s for a client that asked for progress. */
  waitSeconds?: number | undefined;
  /** Bounds the calls that run at once, over all servers that share it. */
  slots?: Slots;
  /** Adds what is not a tool: resources and prompts. */
  extend?: (server: McpServer) => void;
  /** Checks the state of questions that `extend` asks; the road's own tickets need no such check. */
  requestState?: ServerOptions["requestState"];
  /** Is told of every failure that is a bug of ours; the client is not shown its cause. */
  onBug?: (error: HubError) => void;
};

/**
 * An MCP server over these tools, for one connection (or one HTTP request of 2026-07-28); it serves both eras of the
 * protocol. Tools behind a shut gate are not listed; a call to one is refused and written down. Every call goes down the road; a question to the person goes
 * out as an elicitation.
 */
export function createMcpServer(serving: Serving): McpServer {
  const { name, title, version, instructions } = serving;
  const server = new McpServer(
    { name, title, version },
    {
      instructions,
      // The list is the same for every caller of this process, and the gates never move while it runs.
      capabilities: { tools: { listChanged: false } },
      cacheHints: { "tools/list": { ttlMs: 3_600_000, cacheScope: "private" } },
      maxToolInputElements: 10_000,
      // Elicited answers are checked by the road; this keeps a JSON Schema compiler out of every start.
      jsonSchemaValidator: passing,
      ...(serving.requestState ? { requestState: serving.requestState } : {}),
    },
  );
  for (const tool of serving.tools) register(server, tool, serving);
  const open = serving.tools.filter(({ effect }) => opens(serving.road.gates, effect));
  // A tool behind a shut gate answers, so that the road can say and write down why not; it is not listed.
  if (open.length < serving.tools.length)
    server.server.setRequestHandler("tools/list", () => ({ tools: open.map(listed) }));
  serving.extend?.(server);
  return server;
}

const passing: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    // as T: the road parses every answer itself
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

function register(server: McpServer, tool: ServedTool, serving: Serving): void {
  const { input, output } = schemas(tool);
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: input,
      outputSchema: output,
      annotations: hints(tool),
    },
    (args, ctx) => answer(server, tool, args, ctx, serving),
  );
}

/** A tool as the list shows it, the same as the SDK would write it. */
function listed(tool: ServedTool): McpTool {
  const { name, title, description } = tool;
  const { inputSchema, outputSchema } = "load" in tool ? tool : listingOf(tool);
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    annotations: hints(tool),
    outputSchema: { ...outputSchema, type: "object" },
  };
}

type Schemas = Record<"input" | "output", ReturnType<typeof unchecked>>;
const known = new WeakMap<ServedTool, Schemas>();

function schemas(tool: ServedTool): Schemas {
  const found = known.get(tool);
  if (found) return found;
  const listing = () => ("load" in tool ? tool : listingOf(tool));
  const made = {
    input: unchecked(() => listing().inputSchema),
    output: unchecked(() => listing().outputSchema),
  };
  known.set(tool, made);
  return made;
}

/** The hints, spelled out: what a client assumes without them is not the same everywhere. */
function hints(tool: ServedTool): ToolAnnotations {
  const { effect } = tool;
  if (effect === "reads")
    return { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
  return {
    readOnlyHint: false,
    destructiveHint: effect === "destroys" || tool.mayDestroy === true,
    idempotentHint: effect === "destroys",
    openWorldHint: false,
  };
}

async function answer(
  server: McpServer,
  served: ServedTool,
  args: unknown,
  ctx: ServerContext,
  serving: Serving,
): Promise<CallToolResult | InputRequiredResult> {
  const { road, principal, waitSeconds, slots } = serving;
  const token = ctx.mcpReq._meta?.progressToken;
  const call: Call = {
    signal: ctx.mcpReq.signal,
    principal,
    client: clientName(server, ctx),
    progress: progressTo(ctx, token),
    waitSeconds: waitSeconds ?? (token === undefined ? 50 : 300),
  };
  const asks = canAsk(server, ctx);
  // The road and the tool are loaded by the first call: a client waits for the list, not for them.
  const [{ runTool }, tool] = await Promise.all([
    import("../tools/kit/run-tool.ts"),
    loaded(served),
  ]);
  const run = (given: Answer | undefined) => {
    const step = () =>
      runTool(tool, args, road, call, { canAsk: asks, ...(given ? { answer: given } : {}) });
    return slots ? slots.run(call.signal, step) : step();
  };

  const first = await run(returnedAnswer(ctx));
  if (first.kind === "done") return toResult(first.outcome, serving);
  if (asksByReturning(ctx)) return returnQuestion(first.question, first.ticket);

  const given = await requestAnswer(ctx, first.question, first.ticket, road.confirmSeconds);
  // The road is told of a silence too: it uses the ticket up and writes the refusal down.
  const { by, ...said } = given ?? { ticket: first.ticket, action: "cancel" as const };
  const second = await run({ ...said, ...(by && serving.ownClient ? { by } : {}) });
  if (second.kind === "ask") throw new Error("an answered question was asked again");
  if (given) return toResult(second.outcome, serving);
  return refusedBySilence(road.confirmSeconds);
}

function refusedBySilence(seconds: number): CallToolResult {
  const text = `Nobody answered the question within ${seconds} s. Nothing was changed. Make the call again to ask again.`;
  return {
    content: [{ type: "text", text }],
    isError: true,
    _meta: { [PROBLEM_META]: "declined" },
  };
}

function toResult(outcome: Outcome, { road, onBug }: Serving): CallToolResult {
  const content = [{ type: "text" as const, text: outcome.text }];
  if (outcome.ok)
    return {
      content,
      structuredContent: outcome.data,
      ...(outcome.tag === undefined
        ? {}
        : { _meta: { [UNTRUSTED_META]: { tag: outcome.tag, source: road.source } } }),
    };
  if (outcome.error.problem === "bug") onBug?.(outcome.error);
  return {
    content,
    isError: true,
    ...(outcome.data ? { structuredContent: outcome.data } : {}),
    _meta: { [PROBLEM_META]: outcome.error.problem },
  };
}
