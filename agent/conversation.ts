import { HubError, sentence } from "../tools/kit/errors.ts";
import type { Llm, Message } from "../tools/llm/llm.ts";
import { type Clock, realClock } from "./clock.ts";
import type { AgentEvent, AskPerson } from "./events.ts";
import type { Hub, HubStatus } from "./hub.ts";
import { createHubStatus } from "./hub-status.ts";
import { runTurn } from "./loop.ts";
import type { Link } from "./mcp/link.ts";
import { joinLinks } from "./mcp/tool-set.ts";
import { createSwitchboard } from "./switchboard.ts";
import { systemPrompt } from "./system-prompt.ts";
import type { HealthProbe } from "./systems/system.ts";
import type { ToolSet } from "./tool-set.ts";

export type HubOptions = {
  llm: Llm;
  /**
   * Connects to the MCP servers, our own first. Called once in the background, so that a face can paint meanwhile;
   * called again with the next sentence where it failed.
   */
  connect(ask: AskPerson): Promise<Link[]>;
  mode: HubStatus["mode"];
  simulated: boolean;
  /** The operator's words for the model: CLUSTER_INSTRUCTIONS. */
  instructions?: string | undefined;
  /** Pages for a browser that are open while this hub is. */
  places?: HubStatus["places"];
  /** How the health of each system is read; none where no face shows it. */
  probes?: readonly HealthProbe[];
  maxRounds?: number;
  clock?: Clock;
};

type Connected = { links: Link[]; tools: ToolSet; system: string };

/** The hub: one conversation, its queue and its links. Returns at once; what is slow happens behind it. */
export function createHub(options: HubOptions): Hub {
  const { llm } = options;
  const messages: Message[] = [];
  const listeners = new Set<(event: AgentEvent) => void>();
  const queue: { text: string; said: () => void }[] = [];
  const closing = new AbortController();
  const switchboard = createSwitchboard(options.clock ?? realClock);
  const status = createHubStatus(options, closing.signal);
  let turn: AbortController | undefined;
  let forget = false;
  let working: Promise<unknown> = Promise.resolve();
  let connecting: Promise<Connected> | undefined;

  function emit(event: AgentEvent): void {
    status.note(event);
    for (const listener of listeners)
      try {
        listener(event);
      } catch (bug) {
        // A face with a bug must not break the turn, nor keep its bug to itself.
        queueMicrotask(() => {
          throw bug;
        });
      }
  }

  function connected(): Promise<Connected> {
    connecting ??= options.connect(switchboard.ask).then(
      (links) => {
        const tools = joinLinks(links);
        status.watch(tools);
        const system = systemPrompt({ ...options, servers: links, operator: options.instructions });
        return { links, tools, system };
      },
      (thrown: unknown) => {
        connecting = undefined;
        status.lost(sentence(HubError.from(thrown)));
        throw thrown;
      },
    );
    return connecting;
  }

  async function take(text: string): Promise<void> {
    turn = new AbortController();
    const { signal } = turn;
    status.busy(true);
    try {
      const { tools, system } = await connected();
      const { maxRounds, clock } = options;
      await runTurn(messages, text, {
        llm,
        system,
        tools,
        emit,
        signal,
        personTime: switchboard.personTime,
        ...(maxRounds === undefined ? {} : { maxRounds }),
        ...(clock ? { clock } : {}),
      });
    } catch (thrown) {
      const error = HubError.from(thrown);
      const why = { kind: "failed", message: sentence(error), problem: error.problem } as const;
      emit({ type: "turn-started", text });
      emit({ type: "turn-ended", why });
    } finally {
      turn = undefined;
      if (forget) messages.length = 0;
      forget = false;
      status.busy(queue.length > 0);
    }
  }

  async function work(): Promise<void> {
    while (!turn && !closing.signal.aborted) {
      const next = queue.shift();
      if (!next) return;
      await take(next.text);
      next.said();
    }
  }

  function interrupt(): string[] {
    turn?.abort();
    return queue.splice(0).map(({ text, said }) => {
      said();
      return text;
    });
  }

  // The first paint does not wait for this; a sentence does, and hears of a failure.
  connected().catch(() => undefined);

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async say(text) {
      if (text.trim() === "" || closing.signal.aborted) return;
      const said = new Promise<void>((resolve) => queue.push({ text, said: resolve }));
      working = Promise.all([working, work()]);
      await said;
    },
    interrupt,
    queued: () => queue.map(({ text }) => text),
    clear() {
      forget = turn !== undefined;
      if (turn) turn.abort();
      else messages.length = 0;
    },
    status: () => status.now(),
    onStatus: (listener) => status.subscribe(listener),
    askThrough: (ask) => switchboard.through(ask),
    async close() {
      interrupt();
      closing.abort();
      await working;
      const there = await connecting?.catch(() => undefined);
      await Promise.all(there?.links.map((link) => link.close()) ?? []);
    },
  };
}
