import type { System } from "./card.ts";
import { Language } from "./understand.ts";

/** How a conversation is understood where these tools are. */
export type Spoken = {
  /** Of the systems that are connected here. */
  language: Language;
  /** Of all the operator knows. */
  everything: Language;
  /** Whether anything that is connected can change something. */
  changes: boolean;
  /** Typical sentences, taken from each connected system in turn. */
  typical: readonly string[];
};

/** The languages of the systems, compiled with the first sentence: a start without one does not pay for them. */
export class Languages {
  readonly #systems: readonly System[];
  readonly #known = new Map<string, Spoken>();

  constructor(systems: readonly System[]) {
    this.#systems = systems;
  }

  /** A system is connected where one of its tools is there. */
  of(tools: readonly { name: string }[]): Spoken {
    const here = this.#systems.filter((system) => tools.some(({ name }) => name in system.tools));
    const key = here.map(({ name }) => name).join();
    const known = this.#known.get(key);
    if (known) return known;
    const language = new Language(here);
    const whole = here.length === this.#systems.length;
    const spoken = {
      language,
      everything: whole ? language : new Language(this.#systems),
      changes: here.some((system) => Object.values(system.tools).some((one) => one !== "reads")),
      typical: inTurn((here.length > 0 ? here : this.#systems).map(({ typical }) => typical)),
    };
    this.#known.set(key, spoken);
    return spoken;
  }
}

/** One of each list, then the second of each: at most six. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const most = Math.max(0, ...lists.map((list) => list.length));
  const rounds = Array.from({ length: most }, (_, i) => lists.flatMap((list) => list[i] ?? []));
  return rounds.flat().slice(0, 6);
}
