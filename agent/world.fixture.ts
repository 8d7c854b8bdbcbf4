import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { TestContext } from "node:test";
import { HubError } from "../tools/kit/errors.ts";
import type { Nearby } from "./find-recorders.ts";
import { report } from "./report.ts";
import { runWords } from "./run-words.ts";
import type { Terminal } from "./terminal.ts";
import type { World } from "./world.ts";

type Stage = {
  env?: Record<string, string>;
  /** What the person types, question by question; without it there is no terminal. */
  typed?: readonly string[];
  /** What the local network tells of; nothing unless said otherwise. */
  found?: Partial<Nearby>;
  now?: () => Date;
};

/** A world of its own for a command: folders, streams that are kept, a person who types. For tests. */
export function stageWorld(
  t: TestContext,
  { env = {}, typed, found = {}, now = () => new Date() }: Stage = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "outpost-world-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const out = kept();
  const err = kept();
  const screen: string[] = [];
  const world: World = {
    env: {
      OUTPOST_STATE_DIR: join(folder, "state"),
      OUTPOST_CONFIG_DIR: join(folder, "config"),
      ...env,
    },
    cwd: folder,
    // as: commands write to these and look at isTTY and columns, which a pipe has not either
    stdin: new PassThrough() as unknown as NodeJS.ReadStream,
    stdout: out.stream as unknown as NodeJS.WriteStream,
    stderr: err.stream as unknown as NodeJS.WriteStream,
    now,
    findRecorders: async () => ({ devices: [], servers: [], ...found }),
    openTerminal: async () => {
      if (!typed) throw new HubError("not-allowed", "There is no terminal to ask a person at.");
      return scripted(typed, screen);
    },
  };
  return {
    world,
    folder,
    stateFolder: join(folder, "state"),
    configFolder: join(folder, "config"),
    out: out.text,
    err: err.text,
    /** What the terminal showed. */
    screen: () => screen.join("\n"),
    /** Runs the words as the entry would, errors and all, and gives the exit code. */
    run: (...words: string[]) =>
      runWords(words, world).catch((thrown: unknown) => report(thrown, world.stderr, true)),
  };
}

function kept() {
  const stream = new PassThrough();
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, text: () => text };
}

function scripted(typed: readonly string[], screen: string[]): Terminal {
  const left = [...typed];
  const next = async (question: string, fallback?: string): Promise<string> => {
    screen.push(question);
    const answer = left.shift();
    if (answer === undefined) throw new HubError("interrupted", "The person is gone.");
    return answer === "" && fallback !== undefined ? fallback : answer;
  };
  return {
    write: (text) => void screen.push(text),
    ask: next,
    askSecret: (question) => next(question),
    close: () => undefined,
  };
}
