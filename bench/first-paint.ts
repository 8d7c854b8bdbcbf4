import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { show } from "./figures.ts";

const RUNS = 7;
/** A screen with this many visible characters on it is a painted one. */
const PAINTED = 120;
const CLOCK_TICKS = 100;

/** Spawn to a painted screen, and what the idle screen costs over five seconds: CPU time and bytes written. */
export async function firstPaint(command: string[], env: Record<string, string>): Promise<void> {
  const ms: number[] = [];
  const idle = { cpuMs: 0, bytes: 0, mib: 0 };
  for (let run = 0; run <= RUNS; run++) {
    const last = run === RUNS;
    const painted = await paint(command, env, last ? idle : undefined);
    if (run > 0) ms.push(painted);
  }
  console.log(show("chat: spawn to first paint (goal 250 ms)", ms, "ms"));
  console.log(
    `chat, idle for 5 s (goal 0)                  ${idle.cpuMs} ms CPU, ${idle.bytes} bytes written, RSS ${idle.mib.toFixed(0)} MiB`,
  );
}

async function paint(
  command: string[],
  env: Record<string, string>,
  idle: { cpuMs: number; bytes: number; mib: number } | undefined,
): Promise<number> {
  const terminal = new xterm.Terminal({ cols: 120, rows: 36, allowProposedApi: true });
  const [program = "", ...args] = command;
  const start = performance.now();
  const child = pty.spawn(program, args, {
    cols: 120,
    rows: 36,
    env: { ...process.env, ...env, TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
  let bytes = 0;
  const ms = await new Promise<number>((resolve) => {
    child.onData((chunk) => {
      bytes += chunk.length;
      terminal.write(chunk, () => {
        if (glyphs(terminal) >= PAINTED) resolve(performance.now() - start);
      });
    });
  });
  if (idle) {
    await pause(3000);
    const before = { cpu: cpuMs(child.pid), bytes };
    await pause(5000);
    idle.cpuMs = cpuMs(child.pid) - before.cpu;
    idle.bytes = bytes - before.bytes;
    idle.mib =
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  }
  const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
  child.kill("SIGTERM");
  await ended;
  terminal.dispose();
  return ms;
}

function glyphs(terminal: InstanceType<typeof xterm.Terminal>): number {
  let count = 0;
  for (let y = 0; y < terminal.rows; y++)
    count +=
      terminal.buffer.active.getLine(y)?.translateToString(true).replaceAll(" ", "").length ?? 0;
  return count;
}

/** User and system time of a process so far, in ms, from the kernel's clock ticks. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS;
}
