import type { Llm, Usage } from "../tools/llm/llm.ts";
import { costOf } from "../tools/llm/prices.ts";
import type { AgentEvent } from "./events.ts";
import { healthFromFailure, readHealth } from "./health.ts";
import type { HubStatus, SystemHealth } from "./hub.ts";
import type { HealthProbe } from "./systems/system.ts";
import type { ToolSet } from "./tool-set.ts";

type About = {
  llm: Llm;
  mode: HubStatus["mode"];
  simulated: boolean;
  places?: HubStatus["places"];
  /** How each system is looked at. Without them nothing is read that was not asked for. */
  probes?: readonly HealthProbe[];
};

/**
 * What the status line shows, kept up from the events of the turns. The health of a system is read once at the start,
 * after a turn that wrote to it, and when one that was gone answers again; never while nothing happens.
 */
export function createHubStatus(about: About, closing: AbortSignal) {
  const { llm, probes = [] } = about;
  const listeners = new Set<(status: HubStatus) => void>();
  const calls = new Map<string, { probe: HealthProbe; writes: boolean }>();
  const stale = new Set<HealthProbe>();
  const reading = new Map<HealthProbe, AbortController>();
  let tools: ToolSet | undefined;
  let now: HubStatus = {
    model: llm.model,
    metered: llm.metered,
    mode: about.mode,
    simulated: about.simulated,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    cost: llm.metered ? costOf(llm.model, NOTHING) : undefined,
    systems: [CONNECTING],
    busy: false,
    places: about.places ?? [],
  };

  function set(changes: Partial<HubStatus>): void {
    now = { ...now, ...changes };
    for (const listener of listeners) listener(now);
  }

  function setHealth(health: SystemHealth): void {
    set({ systems: now.systems.map((one) => (one.name === health.name ? health : one)) });
  }

  function look(probe: HealthProbe): void {
    if (!tools) return;
    reading.get(probe)?.abort();
    const control = new AbortController();
    reading.set(probe, control);
    const { signal } = control;
    void readHealth(probe, tools, AbortSignal.any([signal, closing])).then((health) => {
      if (health && !signal.aborted && !closing.aborted) setHealth(health);
    });
  }

  function noteStart({ call, effect }: Extract<AgentEvent, { type: "tool-started" }>): void {
    const server = tools?.list.find(({ card }) => card.name === call.name)?.server;
    const probe = probes.find((one) => one.server === server);
    if (probe) calls.set(call.id, { probe, writes: effect !== "reads" });
  }

  function noteEnd({ id, outcome }: Extract<AgentEvent, { type: "tool-ended" }>): void {
    const call = calls.get(id);
    calls.delete(id);
    if (!call) return;
    const { probe, writes } = call;
    // A write that failed may have changed something all the same.
    if (writes) stale.add(probe);
    const { ok, problem, text } = outcome;
    const health = ok ? undefined : healthFromFailure(probe.name, problem, text);
    const known = now.systems.find(({ name }) => name === probe.name);
    if (health) setHealth(health);
    else if (ok && known?.state === "unreachable") stale.add(probe);
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
      const there = probes.filter(({ tool }) => found.list.some(({ card }) => card.name === tool));
      set({ systems: there.map(({ name }) => ({ ...CONNECTING, name })) });
      for (const probe of there) look(probe);
    },
    lost(words: string): void {
      set({ systems: [{ name: "", state: "unreachable", words }] });
    },
    note(event: AgentEvent): void {
      if (event.type === "reply-ended") set(counted(now, event.usage, event.cost));
      else if (event.type === "tool-started") noteStart(event);
      else if (event.type === "tool-ended") noteEnd(event);
      else if (event.type === "turn-ended") {
        for (const probe of stale) look(probe);
        stale.clear();
      }
    },
  };
}

const CONNECTING: SystemHealth = { name: "", state: "connecting", words: "connecting" };
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
