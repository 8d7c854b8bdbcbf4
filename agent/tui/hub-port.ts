import type { AskPerson } from "../events.ts";
import type { Hub } from "../hub.ts";
import type { Msg } from "./state.ts";

export type HubPort = {
  attach(hub: Hub, ask: AskPerson): void;
  say(sentence: string): void;
  interrupt(): void;
  clear(): void;
  detach(): void;
};

/** The screen's side of the hub: its events become messages. What is said before the hub is there waits for it. */
export function createHubPort(send: (msg: Msg) => void, now: () => number): HubPort {
  let hub: Hub | undefined;
  const waiting: ((hub: Hub) => void)[] = [];
  const undo: (() => void)[] = [];

  function use(action: (hub: Hub) => void): void {
    if (hub) action(hub);
    else waiting.push(action);
  }
  const queue = (ready: Hub) => send({ type: "queue", texts: ready.queued() });

  return {
    attach(ready, ask) {
      hub = ready;
      undo.push(
        ready.subscribe((event) => {
          send({ type: "agent", event, at: now() });
          if (event.type === "turn-started" || event.type === "turn-ended") queue(ready);
        }),
        ready.onStatus((status) => send({ type: "status", status })),
      );
      ready.askThrough(ask);
      send({ type: "status", status: ready.status() });
      for (const action of waiting.splice(0)) action(ready);
    },
    say: (sentence) =>
      use((ready) => {
        ready.say(sentence).catch((problem: unknown) => {
          const text = problem instanceof Error ? problem.message : String(problem);
          send({ type: "trouble", text });
        });
        queue(ready);
      }),
    interrupt: () =>
      use((ready) => {
        send({ type: "restored", texts: ready.interrupt() });
        queue(ready);
      }),
    clear: () => use((ready) => ready.clear()),
    detach() {
      for (const stop of undo.splice(0)) stop();
    },
  };
}
