import { PassThrough, type Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { cleanText, cut } from "../../tools/kit/untrusted.ts";
import { RecorderFailure } from "../../tools/recorder/surface/failure.ts";
import { childEnvironment } from "../child-environment.ts";
import { findRecorder, type RecorderProgram } from "./find-recorder.ts";
import type { OpenSource, SoundFormat, Source } from "./source.ts";

export type MicrophoneOptions = {
  program?: RecorderProgram | "auto";
  /** The name of an input as the sound system has it; its default input without one. */
  input?: string | undefined;
};

/** How long a recording program that was told to stop may take. */
const GRACE_MS = 2_000;
/** What shows the names of the inputs. */
const LISTS = "`pactl list short sources` or `arecord -L` lists names";
/** What the sound systems say where there is no such input; one that is in use is another matter. */
const NONE_THERE = /no default audio device|no such (file|device|entity)|connection refused/i;
/** Kept of what the program says on standard error. */
const REASON_CHARACTERS = 2_000;

/** The microphone of this machine, by way of sox or arecord. */
export function microphone(options: MicrophoneOptions = {}): Source {
  return {
    name: "the microphone",
    async open(format) {
      const program = await findRecorder(options.program ?? "auto", process.env.PATH ?? "");
      return listen(program, options.input, format);
    },
  };
}

async function listen(
  program: RecorderProgram,
  input: string | undefined,
  { sampleRate, channels }: SoundFormat,
): Promise<OpenSource> {
  const { default: library } = await import("node-record-lpcm16");
  const { process: child } = inChildEnvironment(() =>
    library.record({
      sampleRate,
      channels,
      recorder: program,
      // A WAV header on a pipe lies about its length.
      audioType: "raw",
      ...(input === undefined ? {} : { device: input }),
    }),
  );
  let reason = "";
  let isStopping = false;
  let wasHeard = false;
  let failure: Error | undefined;
  const closed = new Promise<void>((resolve) => {
    // Attached in the same tick: a program that cannot be started would end this process otherwise.
    child.once("error", (cause) => {
      failure = broken({ program, input, says: cause.message, cause });
      resolve();
    });
    child.once("close", (code) => {
      // arecord ends with 1 whenever it is stopped.
      if (!isStopping)
        failure ??= broken({ program, input, says: reason || `It ended with ${code}.`, wasHeard });
      resolve();
    });
  });
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    reason = (reason + text).slice(-REASON_CHARACTERS);
  });
  const sound = passOn(child.stdout);
  child.stdout.once("data", () => {
    wasHeard = true;
  });
  void closed.then(() => sound.end());

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of sound) yield piece as Uint8Array; // nothing sets an encoding
    await closed;
    if (failure) throw failure;
  }
  return {
    pieces: pieces(),
    async stop() {
      isStopping = true;
      // A stopped process takes no other signal, and sox that hears nothing ignores SIGTERM.
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      const late = new AbortController();
      const kill = pause(GRACE_MS, undefined, { signal: late.signal }).then(
        () => child.kill("SIGKILL"),
        () => undefined,
      );
      await closed;
      late.abort();
      await kill;
    },
  };
}

/** The library reports by an `error` event of the stream, which is no error of the stream: all that came is kept. */
function passOn(stdout: Readable): PassThrough {
  const sound = new PassThrough({ highWaterMark: 1024 * 1024 });
  stdout.on("error", () => undefined);
  stdout.pipe(sound, { end: false });
  // When nobody listens any more the rest is thrown away: the program could not end over a full pipe.
  sound.once("close", () => stdout.resume());
  return sound;
}

type Broken = {
  program: RecorderProgram;
  input: string | undefined;
  says: string;
  /** Something had been heard before it broke. */
  wasHeard?: boolean;
  cause?: unknown;
};

/** What is missing and what to do about it; the program's own words come last, for whoever knows them. */
function broken({ program, input, says, wasHeard, cause }: Broken): RecorderFailure {
  const name = input === undefined ? undefined : cut(cleanText(input), 60);
  const its = name === undefined ? "microphone" : `microphone “${name}” (DEVICE_INPUT)`;
  const last = lastLine(says);
  const what = wasHeard
    ? `The ${its} gives no sound any more.`
    : NONE_THERE.test(last)
      ? `No ${its} was found on this machine.`
      : `The ${its} cannot be opened.`;
  return new RecorderFailure("no_microphone", what, {
    detail: `Connect one and choose it in the sound settings, or name it in DEVICE_INPUT (${LISTS}). Without one: \`outpost device --tone\` or \`--play FILE\`. (${program}: ${last})`,
    cause,
  });
}

/** The sound system's own complaints come first; what the program makes of them comes last. */
function lastLine(words: string): string {
  const lines = cleanText(words)
    .split("\n")
    .map((line) => line.trim());
  return cut(lines.filter(Boolean).at(-1) ?? "nothing", 100);
}

/**
 * The library starts its program with our whole environment and takes no other. So the environment is what the program
 * may see for as long as the start takes, which is no longer than this call.
 */
function inChildEnvironment<T>(start: () => T): T {
  const whole = { ...process.env };
  try {
    const seen = childEnvironment(whole);
    for (const name of Object.keys(whole)) if (!(name in seen)) delete process.env[name];
    // Without it PulseAudio holds back up to two seconds, which are lost at the end.
    process.env.PULSE_LATENCY_MSEC ??= "50";
    return start();
  } finally {
    if (whole.PULSE_LATENCY_MSEC === undefined) delete process.env.PULSE_LATENCY_MSEC;
    Object.assign(process.env, whole);
  }
}
