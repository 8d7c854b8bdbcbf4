import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import type { RecorderProgram } from "./find-recorder.ts";

const run = promisify(execFile);

/** What a virtual microphone needs, and is not there; "" where everything is. */
function missingForPulse(recorder: RecorderProgram): string {
  const programs = ["pulseaudio", "pactl", "paplay", recorder];
  const isThere = (name: string) => spawnSync("which", [name]).status === 0;
  const missing = programs.filter((name) => !isThere(name));
  const inputs = () => spawnSync("arecord", ["-L"], { encoding: "utf8" }).stdout ?? "";
  if (recorder === "arecord" && !missing.includes(recorder) && !/^pulse$/m.test(inputs()))
    missing.push("libasound2-plugins");
  return missing.length === 0 ? "" : `not installed: ${missing.join(", ")}`;
}

/** `skip` for a test that needs the sound server; where everything is required, the test runs and fails instead. */
export function pulseOr(recorder: RecorderProgram = "sox"): { skip: string | false } {
  const missing = missingForPulse(recorder);
  return { skip: process.env.OUTPOST_REQUIRE_ALL === "1" || missing === "" ? false : missing };
}

/** A sound server of its own whose loudspeaker is its microphone. `env` leads programs to it. */
export async function virtualMicrophone(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-sound-"));
  const runtime = join(folder, "pulse");
  await mkdir(runtime, { mode: 0o700 });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_RUNTIME_PATH: runtime,
    AUDIODRIVER: "pulseaudio",
  };
  // What a desktop's own settings say: arecord reaches the sound server by ALSA's plugin for it.
  await writeFile(join(folder, ".asoundrc"), "pcm.!default { type pulse }\n");
  const load = (module: string) => ["-L", module];
  await run(
    "pulseaudio",
    [
      "-n",
      "--daemonize=yes",
      "--exit-idle-time=-1",
      "--use-pid-file=yes",
      `--log-target=file:${join(folder, "log")}`,
      ...load(`module-native-protocol-unix auth-anonymous=1 socket=${join(runtime, "native")}`),
      ...load("module-null-sink sink_name=speaker rate=48000 channels=1"),
      ...load("module-remap-source master=speaker.monitor source_name=microphone"),
    ],
    { env, timeout: 20_000 },
  );
  t.after(async () => {
    const pid = Number(await readFile(join(runtime, "pid"), "utf8"));
    await run("pulseaudio", ["--kill"], { env }).catch(() => process.kill(pid, "SIGKILL"));
    await rm(folder, { recursive: true, force: true });
  });
  await run("pactl", ["set-default-source", "microphone"], { env });
  await run("pactl", ["set-default-sink", "speaker"], { env });
  return {
    env,
    /** Plays a WAV file through the loudspeaker, to its end. */
    async play(file: string): Promise<void> {
      await run("paplay", [file], { env, timeout: 600_000 });
    },
  };
}
