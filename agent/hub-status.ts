import type { Llm, Usage } from "../tools/llm/llm.ts";
import { costOf } from "../tools/llm/prices.ts";
import type { AgentEvent } from "./events.ts";
import { type Health, healthFromFailure, readHealth } from "./health.ts";
import type { HubStatus } from "./hub.ts";
import type { ToolSet } from "./tool-set.ts";

type About = {
  llm: Llm;
  mode: HubStatus["mode"];
  simulated: boolean;
  watchHealth?: boolean;
};

/**
 * What the status line shows, kept up from the events of the turns. The cluster's health is read once at the start,
 * after a turn that wrote, and when a cluster that was gone answers again; never while nothing happens.
 */
export function createHubStatus(about: About, closing: AbortSignal) {
  const { llm } = about;
  const listeners = new Set<(status: HubStatus) => void>();
  const writes = new Set<string>();
  let stale = false;
  let tools: ToolSet | undefined;
  let reading: AbortController | undefined;
  let now: HubStatus = {
    model: llm.model,
    metered: llm.metered,
    mode: about.mode,
    simulated: about.simulated,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    cost: llm.metered ? costOf(llm.model, NOTHING) : undefined,
    cluster: { state: "connecting", words: "connecting" },
    busy: false,
  };

  function set(changes: Partial<HubStatus>): void {
    now = { ...now, ...changes };
    for (const listener of listeners) listener(now);
  }

  function look(): void {
    if (!tools || about.watchHealth === false) return;
    reading?.abort();
    reading = new AbortController();
    const { signal } = reading;
    void readHealth(tools, AbortSignal.any([signal, closing])).then((cluster) => {
      if (cluster && !signal.aborted && !closing.aborted) set({ cluster });
    });
  }

  function noteTool(event: Extract<AgentEvent, { type: "tool-ended" }>): void {
    const { ok, problem, text } = event.outcome;
    // A write that failed may have changed something all the same.
    if (writes.delete(event.id)) stale = true;
    const cluster: Health | undefined = ok ? undefined : healthFromFailure(problem, text);
    if (cluster) set({ cluster });
    else if (ok && now.cluster.state === "unreachable") stale = true;
  }

  return {
    now: () => now,
    subscribe(listener: (status: HubStatus) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    busy(busy: boolean): void {
      set({ busy });
    },
    /** The tools are there: the health may be read. */
    watch(found: ToolSet): void {
      tools = found;
      if (about.watchHealth === false || found.list.length === 0)
        set({ cluster: { state: "none", words: "" } });
      look();
    },
    lost(words: string): void {
      set({ cluster: { state: "unreachable", words } });
    },
    note(event: AgentEvent): void {
      if (event.type === "reply-ended") set(counted(now, event.usage, event.cost));
      else if (event.type === "tool-started" && event.effect !== "reads") writes.add(event.call.id);
      else if (event.type === "tool-ended") noteTool(event);
      else if (event.type === "turn-ended" && stale) {
        stale = false;
        look();
      }
    },
  };
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function counted(now: HubStatus, usage: Usage, cost: number | undefined): Partial<HubStatus> {
  const { tokens } = now;
  return {
    tokens: {
      input: tokens.input + usage.input,
      output: tokens.output + usage.output,
      cacheRead: tokens.cacheRead + usage.cacheRead,
      cacheWrite: tokens.cacheWrite + usage.cacheWrite,
    },
    cost: now.cost === undefined || cost === undefined ? undefined : now.cost + cost,
  };
}
