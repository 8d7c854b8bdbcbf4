import type { ServerEvent } from "../../../tools/recorder/contract.ts";

export type NumberedEvent = { id: number; event: ServerEvent };

/** What happens on the server, as it happens, for whoever listens. */
export type EventFeed = {
  publish(event: ServerEvent): void;
  /**
   * Calls `take` with each event from now on; first with those after `lastId`, where they are still known, or with
   * `missed` where some are not. Ends when the returned function is called.
   */
  subscribe(take: (event: NumberedEvent) => void, lastId?: number): () => void;
  listeners(): number;
};

const MOST_KEPT = 1_000;

/**
 * `firstId` has to be above every id of an earlier run, so that a listener who comes back after a restart is told that
 * it missed something; milliseconds since 1970, times a hundred, are.
 */
export function createEventFeed(firstId: number): EventFeed {
  const kept: NumberedEvent[] = [];
  const takers = new Set<(event: NumberedEvent) => void>();
  let lastGiven = firstId;
  return {
    publish(event) {
      lastGiven += 1;
      const numbered = { id: lastGiven, event };
      kept.push(numbered);
      if (kept.length > MOST_KEPT) kept.shift();
      for (const take of takers) take(numbered);
    },
    subscribe(take, lastId) {
      if (lastId !== undefined && lastId !== lastGiven) {
        const oldest = kept[0]?.id ?? lastGiven + 1;
        const isGap = lastId < oldest - 1 || lastId > lastGiven;
        if (isGap) take({ id: lastGiven, event: { type: "missed" } });
        else for (const each of kept) if (each.id > lastId) take(each);
      }
      takers.add(take);
      return () => void takers.delete(take);
    },
    listeners: () => takers.size,
  };
}
