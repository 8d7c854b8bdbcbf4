import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export type Running = {
  child: ChildProcess;
  url: string;
  /** An Authorization header; empty where the server has been there before and shows no key. */
  authorization: string;
  /** From the start of the process until it listens. */
  startMs: number;
  stop: () => Promise<void>;
};

/** Starts the built server on a folder, with nothing to transcribe with and no limit on requests. */
export async function startRecorderServer(program: string[], folder: string): Promise<Running> {
  const [command, ...args] = [...program, "server", "--port", "0", "--data", folder];
  const began = performance.now();
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      SERVER_SPEECH: "none",
      SERVER_REQUESTS_PER_MINUTE: "0",
      SERVER_MAX_UPLOAD_MIB: "4096",
    },
  });
  let text = "";
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += chunk.toString();
    if (/API key .*\n/.test(text)) break;
  }
  const startMs = performance.now() - began;
  const [url = ""] = /http:\/\/[\d.:]+/.exec(text) ?? [];
  if (url === "") throw new Error(`the server did not start: ${text}`);
  const key = /rec_[\w-]+/.exec(text)?.[0];
  return {
    child,
    url,
    authorization: key === undefined ? "" : `Bearer ${key}`,
    startMs,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** The most memory that a process ever had resident, in MB. */
export function peakRss({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Processor time of a process so far, which tells more than the clock on a machine that others use. */
export function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
