import type { Hub, HubStatus } from "../hub.ts";
import { type Clock, realClock } from "./clock.ts";
import { createHubPort } from "./hub-port.ts";
import { createKeyFeed } from "./key-feed.ts";
import { watchLifecycle } from "./lifecycle.ts";
import { createPaintSchedule } from "./paint-schedule.ts";
import { createQuestionDesk } from "./question-desk.ts";
import { quietStderr } from "./quiet-stderr.ts";
import { openScreen } from "./screen.ts";
import { type Effect, type Msg, startState, UNKNOWN_STATUS } from "./state.ts";
import { openTerminal, type TuiInput, type TuiOutput } from "./terminal.ts";
import { update, wakeAt } from "./update.ts";
import { view } from "./view.ts";
import { createWakeTimer } from "./wake-timer.ts";

export type TuiOptions = {
  input?: TuiInput;
  output?: TuiOutput;
  /** The terminal window's title while the screen is open. */
  title?: string;
  env?: Readonly<Record<string, string | undefined>>;
  clock?: Clock;
  /** What is shown before the hub has said more. */
  status?: HubStatus;
  /** Sentences of earlier sessions, oldest first, for the up key. */
  history?: readonly string[];
  /** Called with every sentence that is sent, to be kept for next time. */
  remember?(sentence: string): void;
};

/**
 * Runs the full-screen face until the person leaves; resolves to the exit code (0; 130 after Ctrl+C twice; 128 + n
 * after signal n). The first frame is painted before the hub is looked at, so a hub that is still being put together
 * may be handed in as a promise; if it rejects, the terminal is restored and the rejection passed on.
 * The caller checks that there is a terminal, and closes the hub.
 */
export async function runTui(hub: Hub | Promise<Hub>, options: TuiOptions = {}): Promise<number> {
  const session = openSession(options);
  try {
    const ready = hub instanceof Promise ? hub.then(session.attach) : session.attach(hub);
    // A hub that arrives does not end the session; only one that fails does.
    return await Promise.race([session.left, Promise.resolve(ready).then(() => session.left)]);
  } finally {
    session.close();
  }
}

type Session = { attach: (hub: Hub) => void; left: Promise<number>; close(): void };

/** The shell around update and view: messages go in, effects come out, and the newest state is painted. */
function openSession(options: TuiOptions): Session {
  const clock = options.clock ?? realClock;
  let leave: (code: number) => void = () => {};
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });

  const output = options.output ?? process.stdout;
  let loud: (() => void) | undefined;

  const terminal = openTerminal(options.input ?? process.stdin, output, {
    received: (bytes) => keys.push(bytes),
    resized: () => resized(),
    blocked: (full) => paints.hold(full),
    hungUp: () => leave(129),
  });
  const { columns, rows } = terminal.size();
  let state = startState(
    { columns, rows },
    options.status ?? UNKNOWN_STATUS,
    clock.now(),
    options.history,
  );
  const env = options.env ?? process.env;
  const screen = openScreen({ columns, rows, env, title: options.title, write: terminal.write });
  const paints = createPaintSchedule(clock, () => {
    screen.paint(view(state));
    dispatch({ type: "painted", at: clock.now() });
  });
  const wake = createWakeTimer(clock, () => dispatch({ type: "tick", at: clock.now() }));
  const keys = createKeyFeed(clock, (key, at, alone) => dispatch({ type: "key", key, at, alone }));
  const port = createHubPort(dispatch, clock.now);
  const desk = createQuestionDesk({
    asked: (id, question) => dispatch({ type: "asked", id, question }),
    withdrawn: (id) => dispatch({ type: "withdrawn", id }),
  });

  function dispatch(msg: Msg): void {
    const step = update(state, msg);
    const changed = step.state !== state;
    state = step.state;
    for (const effect of step.effects) perform(effect);
    wake.set(wakeAt(state));
    if (changed && msg.type !== "painted") paints.request(isUrgent(msg));
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case "say":
        options.remember?.(effect.text);
        port.say(effect.text);
        break;
      case "interrupt":
        port.interrupt();
        break;
      case "clear":
        port.clear();
        break;
      case "answer":
        desk.answer(effect.id, effect.answer);
        break;
      case "suspend":
        lifecycle.suspend();
        break;
      case "redraw":
        resized();
        break;
      case "bell":
        terminal.write("\u0007");
        break;
      case "exit":
        leave(effect.code);
        break;
    }
  }

  function resized(): void {
    const size = terminal.size();
    screen.resize(size.columns, size.rows);
    dispatch({ type: "resized", ...size });
  }

  function take(): void {
    terminal.raw(true);
    if (output === process.stdout) loud ??= quietStderr();
  }
  function restore(): void {
    screen.leave();
    terminal.raw(false);
    loud?.();
    loud = undefined;
  }

  const lifecycle = watchLifecycle({
    restore,
    resumed() {
      take();
      screen.enter();
      resized();
    },
    ended: leave,
  });
  take();
  paints.request(true);

  return {
    left,
    attach: (hub) => port.attach(hub, desk.ask),
    close() {
      port.detach();
      desk.close();
      wake.set(undefined);
      keys.stop();
      paints.stop();
      restore();
      screen.close();
      lifecycle.release();
      terminal.release();
    },
  };
}

/** What a person did, or has to see at once, is painted without delay; what streams keeps the frame rate. */
function isUrgent(msg: Msg): boolean {
  return ["key", "asked", "withdrawn", "resized"].includes(msg.type);
}
