import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream";
import { HubError } from "../../../../tools/kit/errors.ts";
import { cleanText } from "../../../../tools/kit/untrusted.ts";
import type { Utterance } from "../speech-gate.ts";
import { VOICE_RATE } from "../voice-activity.ts";
import type { HeardWord } from "../words.ts";
import { parseHypseg } from "./hypseg.ts";
import type { Installed } from "./installed.ts";

/** One running engine: it loads its model once, then takes stretches of speech as they come. */
export type EngineProcess = {
  /** The words of one stretch. Rejects with HubError `timed-out`, `unavailable` (it was killed) or `failed`. */
  recognise(utterance: Utterance): Promise<HeardWord[]>;
  /** Kills it and all that it started. */
  kill(): void;
};

type Waiting = {
  offset: number;
  resolve: (words: HeardWord[]) => void;
  reject: (error: HubError) => void;
  timer: NodeJS.Timeout;
};

/** Loading the model takes a second; a busy machine gets half a minute. Ten times slower than speech, it hangs. */
const patience = (speechSeconds: number) => 30 + 10 * speechSeconds;
const MOST_COMPLAINT = 2000;
// The engine opens its lists by name, which a socket, as Node hands to children, does not allow; a pipe of the shell does.
// The last line tells how the engine ended: the shell itself stays as long as its first pipe does.
const THROUGH_PIPES = 'cat | { "$@"; echo "engine-ended $?"; } | cat';
const ENDED = /^engine-ended (\d+)$/;
/** A shell's word for a program that a signal ended. */
const BY_SIGNAL = 128;

export type EngineOptions = {
  installed: Installed;
  /** A folder of its own, for what the engine is to hear. */
  scratch: string;
  /** Where programs are, as in PATH. */
  path: string;
  /** Seconds after which it is given up, for so many seconds of speech. */
  patience?: ((speechSeconds: number) => number) | undefined;
};

/** Starts an engine in a process group of its own, at low priority. Engines on one scratch folder need different names. */
export function startEngine({
  installed,
  scratch,
  path,
  name,
  patience: patient = patience,
}: EngineOptions & { name: string }): EngineProcess {
  const { program, model } = installed;
  const command = ["nice", "-n", "10", program, ...engineArguments(scratch, model)];
  const child = spawn("/bin/sh", ["-c", THROUGH_PIPES, "sh", ...command], {
    detached: true,
    env: { PATH: path, LC_ALL: "C" },
  });
  const waiting = new Map<string, Waiting>();
  let complaint = "";
  let gone: HubError | undefined;
  let made = 0;

  function settle(id: string): Waiting | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    clearTimeout(one?.timer);
    return one;
  }
  function end(error: HubError): void {
    if (!gone && status === undefined) killGroup(child);
    gone ??= error;
    for (const id of waiting.keys()) settle(id)?.reject(error);
  }
  let status: number | undefined;
  function ended(by: number): void {
    status ??= by;
    killGroup(child);
    // Standard output may be read before standard error, whatever was written first.
    finished(child.stderr, () => end(troubleOf(status ?? by, complaint)));
  }
  child.on("error", (cause) => end(new HubError("failed", "/bin/sh does not start.", { cause })));
  child.stdin.on("error", () => {}); // told by the end of its answers
  child.stderr.on("data", (text: Buffer) => {
    complaint = `${complaint}${text.toString("utf8")}`.slice(-MOST_COMPLAINT);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const by = ENDED.exec(line)?.[1];
    if (by) ended(Number(by));
    const id = line.slice(0, line.indexOf(" ")).split("/").at(-1) ?? "";
    const one = settle(id);
    one?.resolve(parseHypseg(line, one.offset)?.words ?? []);
  });
  lines.on("close", () => ended(BY_SIGNAL));

  /** Has the engine read the file of that name; nothing is awaited between the look at `gone` and the listening. */
  function ask(id: string, offset: number, seconds: number): Promise<HeardWord[]> {
    if (gone) return Promise.reject(gone);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(hangs()), seconds * 1000);
      waiting.set(id, { offset, resolve, reject, timer });
      child.stdin.write(`${id}\n`);
    });
  }

  return {
    async recognise({ start, samples }) {
      const id = `${name}-${made++}`;
      const file = join(scratch, `${id}.raw`);
      await writeFile(file, samples);
      try {
        const speechSeconds = (waiting.size + 1) * (samples.length / VOICE_RATE);
        return await ask(id, start, patient(speechSeconds));
      } finally {
        await rm(file, { force: true });
      }
    },
    kill: () => end(new HubError("interrupted", "The speech engine was stopped.")),
  };
}

function engineArguments(scratch: string, model: string): string[] {
  const settings = {
    adcin: "yes",
    cepext: ".raw",
    cepdir: scratch,
    ctl: "/dev/stdin",
    hypseg: "/dev/stdout",
    hmm: join(model, "en-us"),
    lm: join(model, "en-us.lm.bin"),
    dict: join(model, "cmudict-en-us.dict"),
    cmn: "batch",
    logfn: "/dev/null",
  };
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value]);
}

/** The whole group: the shell, its pipes and the engine. */
function killGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function hangs(): HubError {
  return new HubError("timed-out", "The speech engine did not answer and was stopped.");
}

function troubleOf(status: number, complaint: string): HubError {
  // Perhaps for want of memory: that may go better another time.
  if (status >= BY_SIGNAL) return new HubError("unavailable", "The speech engine was killed.");
  const said = cleanText(complaint).trim().split("\n").at(-1);
  return new HubError("failed", `The speech engine gave up: ${said || `status ${status}`}`);
}
