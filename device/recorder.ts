import { monotonicFactory } from "ulid";
import type { DeviceState, Recording } from "../tools/recorder/contract.ts";
import { RecorderFailure } from "../tools/recorder/surface/failure.ts";
import {
  asError,
  beginTake,
  beingStopped,
  describeSession,
  type Session,
  type TakeOptions,
  writeTake,
} from "./record-take.ts";
import {
  AT_REST,
  type Effect,
  type Ended,
  type Limits,
  stateOf,
  step,
  type TakeEvent,
} from "./take.ts";

/** What a person beside the device is told. */
export type News =
  | { type: "started"; recording: Recording }
  | { type: "level"; seconds: number; levelDb: number }
  | { type: "silence"; seconds: number }
  | { type: "ended"; recording: Recording; why: Ended; trouble: Error | undefined }
  | { type: "lost"; trouble: Error };

/** Where uploads are done; the recorder says when they suit. */
export type Uploads = { rest: () => void; look: () => void };

export type RecorderOptions = TakeOptions & {
  limits: Limits;
  tell?: (news: News) => void;
  uploads?: Uploads;
};

/** A take while it is being made. */
type Running = { recording: Recording; path: string };

export type Recorder = {
  /** Resolves once sound is there. Throws `already_recording`, `no_microphone`, `disk_full`, `stopping`. */
  start: () => Promise<Recording>;
  /** Resolves once the recording is on the shelf. Throws `not_recording`. */
  stop: () => Promise<Recording>;
  state: () => DeviceState;
  running: () => Running | undefined;
  /** Told by the uploader, so that the state is true. */
  uploading: (isOn: boolean) => void;
  /** Ends a running take and keeps it; refuses new ones. */
  close: () => Promise<void>;
};

type Waiting = { resolve: (recording: Recording) => void; reject: (trouble: Error) => void };

/** The shell around `take.ts`: it does what that says, and reports back what came of it. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { shelf, limits, now = () => new Date(), tell = () => undefined } = options;
  const nextId = monotonicFactory();
  const closing = new AbortController();
  let machine = AT_REST;
  let session: Session | undefined;
  let trouble: Error | undefined;
  let starting: Waiting | undefined;
  let stopping: Waiting | undefined;
  let atRest: Promise<void> = Promise.resolve();
  /** Takes wait that could not be put on the shelf. */
  let isLeft = false;

  function dispatch(event: TakeEvent): Effect[] {
    const [next, effects] = step(machine, event, limits);
    machine = next;
    for (const effect of effects) perform(effect);
    return effects;
  }

  function perform(effect: Effect): void {
    switch (effect.do) {
      case "refuse":
      case "keep":
        break; // Whoever dispatched the event does it.
      case "open-source":
        atRest = record(effect.id);
        break;
      case "answer-start": {
        const made = running()?.recording;
        if (!made) break;
        starting?.resolve(made);
        tell({ type: "started", recording: made });
        break;
      }
      case "fail-start":
        starting?.reject(effect.trouble);
        break;
      case "stop-source":
        // The end of the pieces follows, and with it whatever went wrong.
        void session?.source.stop().catch(() => undefined);
        break;
      case "answer-stop":
        stopping?.resolve(effect.recording);
        tell({ type: "ended", recording: effect.recording, why: effect.why, trouble });
        break;
      case "fail-stop":
        stopping?.reject(effect.trouble);
        tell({ type: "lost", trouble: effect.trouble });
        break;
      case "warn-of-silence":
        tell({ type: "silence", seconds: effect.seconds });
        break;
      case "rest-uploads":
        options.uploads?.rest();
        break;
      case "look-for-uploads":
        options.uploads?.look();
    }
  }

  function running(): Running | undefined {
    return session && { recording: describeSession(session), path: session.take.audio };
  }

  /** The life of a take, from the opening of its source to its place on the shelf. */
  async function record(id: string): Promise<void> {
    // Whatever stood in the way may have passed; what is not there yet stays for another time.
    if (isLeft)
      isLeft = await shelf.recover().then(
        ({ unreadable }) => unreadable.length > 0,
        () => true,
      );
    const begun = await beginTake(options, id, closing.signal).catch((thrown: unknown) => {
      dispatch({ type: "no-sound", trouble: asError(thrown) });
    });
    if (!begun) return;
    session = begun.session;
    dispatch({ type: "first-sound", at: new Date(session.take.started_at) });
    try {
      trouble = await writeTake(begun, options, (event) => {
        dispatch(event);
        if (event.type === "heard")
          tell({ type: "level", seconds: event.seconds, levelDb: event.levelDb });
      });
      dispatch({ type: "source-ended" });
      await session.source.stop();
      await session.writer.close();
      const recording = await shelf.publish(session.take);
      session = undefined;
      dispatch({ type: "kept", recording });
    } catch (thrown) {
      // The take stays where it is, and the next one, or the next start, tries again.
      session = undefined;
      isLeft = true;
      dispatch({ type: "not-kept", trouble: asError(thrown) });
    }
  }

  return {
    running,
    state: () => stateOf(machine),
    uploading: (isOn) => void dispatch({ type: isOn ? "upload-began" : "upload-ended" }),
    async start() {
      if (closing.signal.aborted) throw beingStopped();
      return new Promise<Recording>((resolve, reject) => {
        if (machine.take.phase === "idle") starting = { resolve, reject };
        refuse(dispatch({ type: "start", id: nextId(now().getTime()) }), reject);
      });
    },
    stop: () =>
      new Promise<Recording>((resolve, reject) => {
        if (machine.take.phase === "running") stopping = { resolve, reject };
        refuse(dispatch({ type: "stop" }), reject);
      }),
    async close() {
      closing.abort();
      dispatch({ type: "stop" });
      await atRest;
    },
  };
}

function refuse(effects: Effect[], reject: (trouble: Error) => void): void {
  for (const effect of effects) if (effect.do === "refuse") reject(refusal(effect.code));
}

function refusal(code: "already_recording" | "not_recording"): RecorderFailure {
  if (code === "already_recording")
    return new RecorderFailure(code, "It is recording already.", {
      detail: "Stop that recording first.",
    });
  return new RecorderFailure(code, "It is not recording.", {
    detail: "A recording that ended by itself is in the list.",
  });
}
