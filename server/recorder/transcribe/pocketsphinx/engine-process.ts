import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
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

/** Loading the model takes a second; a busy machine gets half a minute. */
const START_SECONDS = 30;
/** Slower than so many times the speech itself, it hangs. */
const MOST_TIMES_SLOWER = 10;
const MOST_COMPLAINT = 2000;
// The engine opens its lists by name, which a socket, as Node hands to children, does not allow; a pipe of the shell does.
const THROUGH_PIPES = 'cat | "$@" | cat';

export type EngineOptions = {
  installed: Installed;
  /** A folder of its own, for what the engine is to hear. */
  scratch: string;
  /** Where programs are, as in PATH. */
  path: string;
};

/** Starts an engine in a process group of its own, at low priority. Engines on one scratch folder need different names. */
export function startEngine({
  installed,
  scratch,
  path,
  name,
}: EngineOptions & { name: string }): EngineProcess {
  const { program, model } = installed;
  const command = ["nice", "-n", "10", program, ...engineArguments(scratch, model)];
  const child = spawn("/bin/sh", ["-c", THROUGH_PIPES, "sh", ...command], {
    detached: true,
    env: { PATH: path, LC_ALL: "C" },
  });
  const waiting = new Map<string, Waiting>();
  let complaint = "";
  let gone = false;
  let made = 0;

  function settle(id: string): Waiting | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    clearTimeout(one?.timer);
    return one;
  }
  function end(error: HubError): void {
    if (!gone) killGroup(child);
    gone = true;
    for (const id of waiting.keys()) settle(id)?.reject(error);
  }
  child.on("error", (cause) => end(new HubError("failed", "/bin/sh does not start.", { cause })));
  child.stdin.on("error", () => {}); // told by the end of its answers
  child.stderr.on("data", (text: Buffer) => {
    complaint = `${complaint}${text.toString("utf8")}`.slice(-MOST_COMPLAINT);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const id = line.slice(0, line.indexOf(" ")).split("/").at(-1) ?? "";
    const one = settle(id);
    one?.resolve(parseHypseg(line, one.offset)?.words ?? []);
  });
  lines.on("close", () => end(ended(complaint)));

  return {
    async recognise({ start, samples }) {
      if (gone) throw ended(complaint);
      const id = `${name}-${made++}`;
      const file = join(scratch, `${id}.raw`);
      await writeFile(file, samples);
      const queued = waiting.size + 1;
      const seconds = START_SECONDS + MOST_TIMES_SLOWER * queued * (samples.length / VOICE_RATE);
      try {
        return await new Promise<HeardWord[]>((resolve, reject) => {
          const timer = setTimeout(() => end(hangs()), seconds * 1000);
          waiting.set(id, { offset: start, resolve, reject, timer });
          child.stdin.write(`${id}\n`);
        });
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

function ended(complaint: string): HubError {
  const said = cleanText(complaint).trim().split("\n").at(-1);
  // Without a word it was killed, perhaps for want of memory: that may go better another time.
  if (!said) return new HubError("unavailable", "The speech engine ended before it was done.");
  return new HubError("failed", `The speech engine gave up: ${said}`);
}
