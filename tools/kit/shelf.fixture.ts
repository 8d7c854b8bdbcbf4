import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type Call, defineRead, defineWrite, type Tool } from "./define-tool.ts";
import { HubError } from "./errors.ts";
import { pathRules } from "./path-rules.ts";
import type { PlannedRequest } from "./plan.ts";
import type { Road } from "./road.ts";
import { openState } from "./state.ts";
import { createTickets } from "./tickets.ts";

/** A tiny system for the tests of the road: a shelf of things, whose upstream counts the writes it gets. */
export function createShelf() {
  const things = new Map<string, { id: number }>([["lamp", { id: 1 }]]);
  const writes: string[] = [];
  const fail = { on: "" };
  const send = async (
    request: PlannedRequest,
    permit: { spend: (r: PlannedRequest, w: Wire) => Promise<void> },
  ) => {
    await permit.spend(request, { ...request, version: "v1" });
    writes.push(`${request.method} ${request.path}`);
    if (fail.on === request.path) throw new HubError("failed", "The shelf shook.");
    const name = request.path.split("/")[2] ?? "";
    if (request.method === "DELETE") things.delete(name);
    else if (request.method === "POST") things.set(name, { id: 10 + writes.length });
    return { request, state: "done" as const, version: "v1" };
  };
  const request = (method: "POST" | "PUT" | "DELETE", path: string): PlannedRequest => ({
    title: `${method === "DELETE" ? "remove" : "put"} ${path}`,
    method,
    path,
    effect: method === "DELETE" ? "destroys" : "changes",
    touches: [path.replace(/:.*/, "")],
    wire: `${method} /v1${path}`,
  });

  const list = defineRead({
    name: "thing_list",
    title: "List things",
    description: "List the things.",
    input: z.object({}),
    output: z.object({ things: z.array(z.string()) }),
    run: async () => ({ things: [...things.keys()] }),
    tell: ({ things: names }) => ({ say: `${names.length} things.`, data: names.join("\n") }),
  });
  const put = defineWrite({
    name: "thing_put",
    title: "Put a thing",
    description: "Put a thing on the shelf and label it.",
    effect: "changes",
    input: z.object({ thing: z.string() }),
    output: z.object({ thing: z.string(), id: z.number() }),
    plan: async ({ thing }) => ({
      sentence: `Put ${thing} on the shelf and label it.`,
      target: { kind: "thing", name: thing },
      requests: [request("POST", `/things/${thing}`), request("PUT", `/things/${thing}:label`)],
      facts: [{ label: "things there", value: String(things.size) }],
      bound: { exists: things.has(thing) },
    }),
    send,
    check: async ({ thing }) => ({ thing, id: things.get(thing)?.id ?? -1 }),
    tell: ({ thing }) => ({ say: `${thing} is on the shelf.` }),
  });
  const remove = defineWrite({
    name: "thing_delete",
    title: "Delete a thing",
    description: "Throw a thing away.",
    effect: "destroys",
    input: z.object({ thing: z.string() }),
    output: z.object({ thing: z.string(), there: z.boolean() }),
    async plan({ thing }) {
      const found = things.get(thing);
      if (!found) throw new HubError("not-found", `There is no ${thing}.`);
      return {
        sentence: `Delete ${thing}.`,
        target: { kind: "thing", name: thing },
        requests: [request("DELETE", `/things/${thing}`)],
        facts: [],
        bound: { id: found.id },
      };
    },
    send,
    check: async ({ thing }) => ({ thing, there: things.has(thing) }),
    tell: ({ thing }) => ({ say: `${thing} is gone.` }),
  });
  return { things, writes, fail, tools: [list, put, remove] as Tool[], list, put, remove };
}

type Wire = { version: string } & Pick<PlannedRequest, "method" | "path" | "effect" | "touches">;

export const call: Call = {
  signal: new AbortController().signal,
  principal: "local:ada",
  client: "test/1",
  progress: () => undefined,
  waitSeconds: 5,
};

type RoadOptions = {
  writes?: boolean;
  destructive?: boolean;
  confirm?: "ask" | "client";
  allow?: string[];
  deny?: string[];
  writesPerHour?: number;
};

/** A road over a state folder of its own, with a clock moved by hand. `close` removes the folder. */
export async function createRoad(options: RoadOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-road-"));
  const clock = { time: Date.parse("2026-11-21T12:00:00Z") };
  const now = () => new Date(clock.time);
  const road: Road = {
    gates: {
      writes: options.writes ?? true,
      destructive: options.destructive ?? true,
      paths: pathRules({ allow: options.allow ?? [], deny: options.deny ?? [] }),
    },
    state: await openState(folder, { writesPerHour: options.writesPerHour ?? 60, now }),
    tickets: createTickets(300, now),
    confirm: options.confirm ?? "ask",
    confirmSeconds: 300,
    source: "shelf",
  };
  return { road, clock, folder, close: () => rm(folder, { recursive: true, force: true }) };
}
