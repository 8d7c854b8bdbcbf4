import type { AgentEvent, AskPerson } from "./events.ts";
import type { Place } from "./world.ts";

export type SystemHealth = {
  /** "cluster"; empty while it is not known yet which there are. */
  name: string;
  state: "connecting" | "healthy" | "degraded" | "unreachable";
  /** What there is to say, in a few words. */
  words: string;
};

export type HubStatus = {
  model: string;
  /** False for the offline operator: no tokens, no cost. */
  metered: boolean;
  mode: "read-only" | "writes" | "destructive";
  /** True in the demo: the systems behind the hub are simulators, and every face says so. */
  simulated: boolean;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number };
  /** US dollars so far; undefined where the model's price is not known. */
  cost: number | undefined;
  /** Each system that is linked and looked after, in the order in which they were linked. */
  systems: readonly SystemHealth[];
  busy: boolean;
  /** Pages for a browser that are open while the hub is. */
  places: readonly Place[];
};

/** What a face (TUI, plain REPL, `ask`, later a web page) holds of the hub. The hub knows no face. */
export type Hub = {
  /** Every event of every turn, in order. Returns the unsubscribe function. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /** Says a sentence. While a turn runs it waits its turn in the queue. Resolves when its own turn has ended. */
  say(text: string): Promise<void>;
  /** Stops the running turn; the conversation stays valid. Returns queued sentences that were not yet sent. */
  interrupt(): string[];
  queued(): readonly string[];
  /** Forgets the conversation (not the audit log); a running turn is interrupted first. */
  clear(): void;
  status(): HubStatus;
  onStatus(listener: (status: HubStatus) => void): () => void;
  /** The face that puts questions to its person. Without one, every question is answered no. */
  askThrough(ask: AskPerson): void;
  /** Interrupts, waits for the turn to end and closes the links. */
  close(): Promise<void>;
};
