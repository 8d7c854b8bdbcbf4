import type { TestContext } from "node:test";
import type { Outcome } from "../kit/road.ts";
import { runTool } from "../kit/run-tool.ts";
import { call, createRoad } from "../kit/shelf.fixture.ts";
import { createPortalClient } from "./client.ts";
import type { Fetch } from "./http.ts";
import { portalTools } from "./index.ts";

/** The portal's tools on a road, over a wrapper that is handed in. For tests. */
export async function stage(t: TestContext, wrapper: { fetch: Fetch }, now: () => number) {
  const asked: string[] = [];
  const client = createPortalClient({
    url: "http://127.0.0.1:8000",
    now,
    fetch: (request) => {
      asked.push(`${request.method} ${request.url.replace("http://127.0.0.1:8000", "")}`);
      return wrapper.fetch(request);
    },
  });
  const { road: open, close } = await createRoad({ writes: false, destructive: false });
  t.after(close);
  const road = { ...open, source: "portal" };
  const tools = portalTools(client);

  async function run(name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const step = await runTool(tool, args, road, call, { canAsk: false });
    if (step.kind === "ask") throw new Error("a read asked for a confirmation");
    return step.outcome;
  }

  return {
    client,
    tools,
    road,
    /** What the wrapper was asked, as "GET /api/…". */
    asked,
    run,
    /** What a call answers that has to succeed. */
    done: async (name: string, args: Record<string, unknown> = {}) => {
      const outcome = await run(name, args);
      if (!outcome.ok)
        throw new Error(`${name} failed: ${outcome.text}`, { cause: outcome.error.cause });
      return outcome;
    },
    /** The error of a call that has to fail. */
    refused: async (name: string, args: Record<string, unknown> = {}) => {
      const outcome = await run(name, args);
      if (outcome.ok) throw new Error(`${name} went through: ${outcome.text}`);
      if (outcome.error.problem === "bug") throw outcome.error.cause;
      return outcome.error;
    },
  };
}
