import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { z } from "zod";
import { type Recording, recording, recordingPage } from "../tools/recorder/contract.ts";
import { temporary } from "./device.fixture.ts";

const MAIN = join(import.meta.dirname, "../agent/main.ts");

export type RunOptions = {
  words: string[];
  shelf?: string;
  /** Of an earlier run on the same shelf. */
  token?: string;
  env?: NodeJS.ProcessEnv;
};

/** `outpost device` as a process of its own, on a free port. Killed after the test if it still runs. */
export async function runDevice(t: TestContext, options: RunOptions) {
  const shelf = options.shelf ?? (await temporary(t));
  const child = spawn(
    process.execPath,
    ["--import", "tsx", MAIN, "device", "--listen", "0", "--shelf", shelf, ...options.words],
    {
      env: { ...process.env, OUTPOST_CONFIG_DIR: shelf, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let printed = "";
  const ready = new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      printed += text;
      const url = /API +(\S+)\/api\/v1\n/.exec(printed)?.[1];
      if (url && /token .*\n/.test(printed)) resolve(url);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("exit", () => reject(new Error(`the device ended: ${printed}`)));
  });
  const url = await ready;
  const token = options.token || /token +(\S+) +\(shown/.exec(printed)?.[1] || "";
  const ask = async (path: string, method = "GET") => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      // A connection that is kept would outlive the process it leads to.
      keepalive: false,
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer;
  };
  const one = async <S extends z.ZodType>(schema: S, path: string, method?: string) =>
    schema.parse(await (await ask(path, method)).json());
  return {
    shelf,
    url,
    token,
    printed: () => printed,
    start: (): Promise<Recording> => one(recording, "/record/start", "POST"),
    stop: (): Promise<Recording> => one(recording, "/record/stop", "POST"),
    get: (id: string): Promise<Recording> => one(recording, `/recordings/${id}`),
    list: () => one(recordingPage, "/recordings"),
    audio: async (id: string) =>
      new Uint8Array(await (await ask(`/recordings/${id}/audio`)).arrayBuffer()),
    /** Ends the process by a signal; resolves with its exit code. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal);
      const [code] = (await ended) as [number | null]; // as the event has it
      return code;
    },
  };
}
