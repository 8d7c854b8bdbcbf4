import type { DeviceState, ErrorCode, Recording } from "../tools/recorder/contract.ts";

/** Why a take ended: somebody asked, it reached its longest, the disk ran low, or its source gave no more. */
export type Ended = "asked" | "limit" | "disk" | "source";

type Running = {
  id: string;
  startedAt: Date;
  /** Of audio so far. */
  seconds: number;
  /** Loudness of the last piece, in decibels below full scale (0 is the loudest). */
  levelDb: number;
  /** For how long nothing was heard. */
  quietSeconds: number;
};

type Take =
  | { phase: "idle" }
  /** The source is opened; nothing was heard of it yet. */
  | { phase: "starting"; id: string }
  | ({ phase: "running" } & Running)
  /** What the source still holds is written, the file is closed and put on the shelf. */
  | { phase: "ending"; id: string; startedAt: Date; seconds: number; why: Ended };

/** The whole state of the device. Recording comes first: what is uploaded rests meanwhile. */
export type Machine = { take: Take; uploading: boolean };

export type TakeEvent =
  | { type: "start"; id: string }
  | { type: "stop" }
  /** The first piece of audio, which began at this moment. */
  | { type: "first-sound"; at: Date }
  | { type: "no-sound"; trouble: Error }
  /** `seconds` in all, of which the last `piece` were this loud. */
  | { type: "heard"; seconds: number; piece: number; levelDb: number }
  | { type: "disk-low" }
  /** The source gives no more, of itself or because it was told to stop. */
  | { type: "source-ended" }
  | { type: "kept"; recording: Recording }
  | { type: "not-kept"; trouble: Error }
  | { type: "upload-began" }
  | { type: "upload-ended" };

export type Effect =
  | { do: "refuse"; code: Extract<ErrorCode, "already_recording" | "not_recording"> }
  | { do: "open-source"; id: string }
  | { do: "answer-start" }
  | { do: "fail-start"; trouble: Error }
  | { do: "stop-source" }
  | { do: "keep" }
  | { do: "answer-stop"; recording: Recording; why: Ended }
  | { do: "fail-stop"; trouble: Error }
  | { do: "warn-of-silence"; seconds: number }
  | { do: "rest-uploads" }
  | { do: "look-for-uploads" };

export type Limits = {
  /** The longest take. */
  mostSeconds: number;
  /** After so long without a sound a person is warned; 0 for never. */
  quietSeconds: number;
  /** Below this it counts as silence. */
  quietDb: number;
};

export const AT_REST: Machine = { take: { phase: "idle" }, uploading: false };

/** The state as the contract names it. */
export function stateOf({ take, uploading }: Machine): DeviceState {
  if (take.phase !== "idle") return "recording";
  return uploading ? "uploading" : "idle";
}

type Step = [machine: Machine, effects: Effect[]];

/** The next state and what is to be done about it. Nothing else happens here. */
export function step(machine: Machine, event: TakeEvent, limits: Limits): Step {
  switch (event.type) {
    case "upload-began":
      return [{ ...machine, uploading: true }, []];
    case "upload-ended":
      return [{ ...machine, uploading: false }, []];
    case "start":
      return begin(machine, event.id);
    case "stop":
    case "first-sound":
    case "no-sound":
    case "heard":
    case "disk-low":
    case "source-ended":
    case "kept":
    case "not-kept": {
      const [take, effects] = stepTake(machine.take, event, limits);
      return [{ ...machine, take }, effects];
    }
  }
}

function begin(machine: Machine, id: string): Step {
  if (machine.take.phase !== "idle")
    return [machine, [{ do: "refuse", code: "already_recording" }]];
  const rest: Effect[] = machine.uploading ? [{ do: "rest-uploads" }] : [];
  return [{ ...machine, take: { phase: "starting", id } }, [...rest, { do: "open-source", id }]];
}

type OfTake = Exclude<TakeEvent, { type: "start" | "upload-began" | "upload-ended" }>;

function stepTake(take: Take, event: OfTake, limits: Limits): [Take, Effect[]] {
  switch (take.phase) {
    case "idle":
      return [take, refusal(event)];
    case "starting":
      return starting(take, event);
    case "running":
      return running(take, event, limits);
    case "ending":
      return ending(take, event);
  }
}

/** A stop that finds no take is refused; anything else that comes too late is nothing. */
function refusal(event: OfTake): Effect[] {
  return event.type === "stop" ? [{ do: "refuse", code: "not_recording" }] : [];
}

function starting(take: Take & { phase: "starting" }, event: OfTake): [Take, Effect[]] {
  if (event.type === "first-sound")
    return [
      {
        phase: "running",
        id: take.id,
        startedAt: event.at,
        seconds: 0,
        levelDb: Number.NEGATIVE_INFINITY,
        quietSeconds: 0,
      },
      [{ do: "answer-start" }],
    ];
  if (event.type === "no-sound")
    return [
      { phase: "idle" },
      [{ do: "fail-start", trouble: event.trouble }, { do: "look-for-uploads" }],
    ];
  return [take, refusal(event)];
}

function running(
  take: Take & { phase: "running" },
  event: OfTake,
  limits: Limits,
): [Take, Effect[]] {
  const end = (why: Ended, effects: Effect[]): [Take, Effect[]] => {
    const { id, startedAt, seconds } = take;
    return [{ phase: "ending", id, startedAt, seconds, why }, effects];
  };
  switch (event.type) {
    case "stop":
      return end("asked", [{ do: "stop-source" }]);
    case "disk-low":
      return end("disk", [{ do: "stop-source" }]);
    case "source-ended":
      return end("source", [{ do: "keep" }]);
    case "heard": {
      const next = heard(take, event, limits);
      if (next.seconds < limits.mostSeconds) return [next, warnings(take, next, limits)];
      const { id, startedAt, seconds } = next;
      return [{ phase: "ending", id, startedAt, seconds, why: "limit" }, [{ do: "stop-source" }]];
    }
    case "first-sound":
    case "no-sound":
    case "kept":
    case "not-kept":
      return [take, []];
  }
}

function heard(
  take: Take & { phase: "running" },
  { seconds, piece, levelDb }: OfTake & { type: "heard" },
  limits: Limits,
): Take & { phase: "running" } {
  const quietSeconds = levelDb < limits.quietDb ? take.quietSeconds + piece : 0;
  return { ...take, seconds, levelDb, quietSeconds };
}

/** Once for each silence. */
function warnings(before: Running, now: Running, { quietSeconds }: Limits): Effect[] {
  const isNews =
    quietSeconds > 0 && before.quietSeconds < quietSeconds && now.quietSeconds >= quietSeconds;
  return isNews ? [{ do: "warn-of-silence", seconds: now.quietSeconds }] : [];
}

function ending(take: Take & { phase: "ending" }, event: OfTake): [Take, Effect[]] {
  switch (event.type) {
    case "heard":
      return [{ ...take, seconds: event.seconds }, []];
    case "source-ended":
      return [take, [{ do: "keep" }]];
    case "kept":
      return [
        { phase: "idle" },
        [
          { do: "answer-stop", recording: event.recording, why: take.why },
          { do: "look-for-uploads" },
        ],
      ];
    case "not-kept":
      return [
        { phase: "idle" },
        [{ do: "fail-stop", trouble: event.trouble }, { do: "look-for-uploads" }],
      ];
    case "stop":
    case "first-sound":
    case "no-sound":
    case "disk-low":
      return [take, refusal(event)];
  }
}
