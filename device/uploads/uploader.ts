import { HubError, type Problem } from "../../tools/kit/errors.ts";
import { type Recording, whyUploadsWait } from "../../tools/recorder/contract.ts";
import { StorageBusy } from "../../tools/recorder/remote/exchange.ts";
import {
  openRemote,
  type Remote,
  type RemoteSettings,
} from "../../tools/recorder/remote/remote.ts";
import { troubleOf } from "../../tools/recorder/surface/failure.ts";
import type { OwnConfig } from "../own-config.ts";
import type { Power } from "../power.ts";
import type { Uploads } from "../recorder.ts";
import type { Shelf } from "../shelf.ts";
import { idleNotes, takeBack } from "./upload-notes.ts";
import { uploadRecording } from "./upload-recording.ts";

export type UploadNews =
  | { type: "upload-progress"; recording: Recording; bytes: number }
  | { type: "uploaded"; recording: Recording; place: string }
  /** `againInSeconds` is missing where it waits for another config. */
  | { type: "upload-failed"; recording: Recording; trouble: HubError; againInSeconds?: number }
  /** Recordings wait for settings that are missing. */
  | { type: "uploads-wait"; why: string };

export type UploaderParts = {
  shelf: Shelf;
  config: Pick<OwnConfig, "config" | "secrets">;
  power: () => Promise<Power["power"]>;
  /** Told when the first of several uploads begins and when the last has ended. */
  uploading: (isOn: boolean) => void;
  tell?: (news: UploadNews) => void;
  /** From 0 to 1, for the jitter. */
  random?: () => number;
};

export type Uploader = Uploads & {
  /** Forgets what failed with the settings of before, and looks again. */
  configChanged: () => void;
  /** Resolves when nothing is under way: all is uploaded, or it waits. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
};

const FIRST_WAIT_S = 15;
const LONGEST_WAIT_S = 30 * 60;
/** How often it looks whether the machine hangs on a cable, while something waits to be uploaded. */
const POWER_WAIT_S = 60;

/** This one cannot be uploaded; those behind it can. */
const THIS_ALONE = new Set<Problem>(["changed", "bad-input", "bug"]);
/** Asking again and again with the same settings would lock an account. */
const UNTIL_CHANGED = new Set<Problem>(["sign-in", "not-found", "not-allowed"]);

/**
 * Uploads what is on the shelf and nowhere else, oldest first, one at a time, while the machine has power and nothing
 * is being recorded. What fails is tried again, later and later; what an account or other bytes at its place refuse
 * waits for another config or the next start. The queue is the shelf itself, so that nothing of it can be lost.
 */
export function createUploader(parts: UploaderParts): Uploader {
  const { shelf, config, power, uploading, tell = () => undefined, random = Math.random } = parts;
  const refused = new Set<string>();
  let closed = false;
  let resting = false;
  let shut = false;
  let failures = 0;
  /** Until then a busy storage wants to be left alone, on the clock of `performance.now()`. */
  let busyUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let run: { done: Promise<void>; stop: AbortController } | undefined;

  function later(seconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(look, seconds * 1000);
    // A queue that waits keeps no process alive; the device's server does.
    timer.unref();
  }

  function look(): void {
    resting = false;
    if (closed || run) return;
    const leftMs = busyUntil - performance.now();
    if (leftMs > 0) {
      later(leftMs / 1000);
      return;
    }
    const stop = new AbortController();
    const done = runQueue(stop.signal).finally(() => {
      run = undefined;
    });
    run = { done, stop };
  }

  async function runQueue(signal: AbortSignal): Promise<void> {
    if (shut || (waiting().length === 0 && (await idleNotes(shelf)).length === 0)) return;
    const why = whyUploadsWait(config.config());
    if (why !== undefined) {
      // Said once; another config is looked at anew.
      shut = true;
      return tell({ type: "uploads-wait", why });
    }
    const settings = settingsOf(config);
    if (!settings) return;
    if ((await power()) === "battery") return later(POWER_WAIT_S);
    let remote: Remote | undefined;
    const watch = watchPower(power, () => run?.stop.abort());
    uploading(true);
    try {
      remote = await openRemote(settings);
      // Where it cannot be done now it is tried again by the next queue; what waits goes up all the same.
      await takeBack(shelf, remote, signal).catch(() => undefined);
      // What was recorded meanwhile waits in the next queue.
      for (let queue = waiting(); queue.length > 0; queue = waiting())
        for (const recording of queue)
          if (signal.aborted || !(await carry(recording, remote, signal))) return;
    } catch (thrown) {
      // The settings themselves are of no use.
      shut = true;
      const first = waiting()[0];
      if (first) tell({ type: "upload-failed", recording: first, trouble: HubError.from(thrown) });
    } finally {
      clearInterval(watch);
      await remote?.close();
      uploading(false);
      if (signal.aborted && !resting && !closed) later(POWER_WAIT_S);
    }
  }

  /** False where the queue has to wait. */
  async function carry(
    recording: Recording,
    remote: Remote,
    signal: AbortSignal,
  ): Promise<boolean> {
    const onProgress = (bytes: number) => tell({ type: "upload-progress", recording, bytes });
    try {
      const kept = await uploadRecording(shelf, remote, recording, { signal, onProgress });
      failures = 0;
      if (kept) tell({ type: "uploaded", recording, place: remote.place });
      return true;
    } catch (thrown) {
      if (signal.aborted) return false;
      const trouble = troubleOf(thrown);
      // Deleted while it was read: the owner's word.
      if (!shelf.store.get(recording.id)) return true;
      return failed(recording, trouble);
    }
  }

  function failed(recording: Recording, trouble: HubError): boolean {
    if (THIS_ALONE.has(trouble.problem)) {
      refused.add(recording.id);
      tell({ type: "upload-failed", recording, trouble });
      return true;
    }
    if (UNTIL_CHANGED.has(trouble.problem)) {
      shut = true;
      tell({ type: "upload-failed", recording, trouble });
      return false;
    }
    const wait = Math.min(FIRST_WAIT_S * 2 ** failures++, LONGEST_WAIT_S);
    const asked = trouble instanceof StorageBusy ? (trouble.askedSeconds ?? 0) : 0;
    const againInSeconds = Math.round(
      Math.max(wait * (0.5 + random() / 2), Math.min(asked, LONGEST_WAIT_S)),
    );
    if (trouble instanceof StorageBusy) busyUntil = performance.now() + againInSeconds * 1000;
    tell({ type: "upload-failed", recording, trouble, againInSeconds });
    later(againInSeconds);
    return false;
  }

  /** Recordings that are here alone, oldest first. */
  function waiting(): Recording[] {
    const found: Recording[] = [];
    for (let after: ReturnType<Shelf["store"]["list"]>["next"], first = true; first || after; ) {
      const page = shelf.store.list({ limit: 200, state: "local", ...(after ? { after } : {}) });
      found.push(...page.items.filter(({ id }) => !refused.has(id)));
      after = page.next;
      first = false;
    }
    return found.reverse();
  }

  return {
    look,
    rest() {
      resting = true;
      clearTimeout(timer);
      run?.stop.abort();
    },
    configChanged() {
      refused.clear();
      shut = false;
      failures = 0;
      busyUntil = 0;
      clearTimeout(timer);
      if (!resting) look();
    },
    async idle() {
      await run?.done;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      run?.stop.abort();
      await run?.done;
    },
  };
}

/** Unplugged in the middle: it goes on from there when there is power again. */
function watchPower(power: UploaderParts["power"], unplugged: () => void): NodeJS.Timeout {
  const look = () =>
    void power().then(
      (now) => now === "battery" && unplugged(),
      () => undefined,
    );
  return setInterval(look, (POWER_WAIT_S / 4) * 1000).unref();
}

function settingsOf(own: UploaderParts["config"]): RemoteSettings | undefined {
  const { upload_target, upload_endpoint, upload_bucket_or_path } = own.config();
  if (upload_target === "none" || upload_endpoint === null) return undefined;
  const { upload_access_key, upload_secret_key } = own.secrets();
  return {
    target: upload_target,
    endpoint: upload_endpoint,
    bucketOrPath: upload_bucket_or_path ?? "",
    accessKey: upload_access_key,
    secretKey: upload_secret_key,
  };
}
