import { closeSync, openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";
import { HubError } from "../tools/kit/errors.ts";

/** A person at a terminal who can be asked. */
export type Terminal = {
  write(text: string): void;
  /** One line, as typed; `fallback` where it is empty. Ctrl-C and Ctrl-D throw HubError `interrupted`. */
  ask(question: string, fallback?: string): Promise<string>;
  /** The same, with nothing shown of what is typed. */
  askSecret(question: string): Promise<string>;
  close(): void;
};

/**
 * Opens the controlling terminal itself, so that neither a pipe on stdin nor a program that reads stdout can stand
 * between the person and the question. Throws HubError `not-allowed` where there is no terminal.
 */
export function openControllingTerminal(): Terminal {
  let fd: number;
  try {
    fd = openSync("/dev/tty", "r+");
  } catch (cause) {
    throw noTerminal(cause);
  }
  try {
    return terminalOver(new ReadStream(fd), new WriteStream(fd));
  } catch (cause) {
    closeSync(fd);
    throw noTerminal(cause);
  }
}

function noTerminal(cause: unknown): HubError {
  return new HubError("not-allowed", "There is no terminal to ask a person at.", {
    advice: "Run this command yourself, in a terminal.",
    cause,
  });
}

function terminalOver(input: ReadStream, output: WriteStream): Terminal {
  const read = async (question: string, echo: boolean): Promise<string> => {
    output.write(question);
    input.setRawMode(true);
    try {
      return await readLine(input, (text) => echo && output.write(text));
    } finally {
      input.setRawMode(false);
      input.pause();
      output.write("\n");
    }
  };
  return {
    write: (text) => void output.write(`${text}\n`),
    async ask(question, fallback) {
      const shown = fallback === undefined ? question : `${question} [${fallback}]`;
      const answer = (await read(`${shown} `, true)).trim();
      return answer === "" && fallback !== undefined ? fallback : answer;
    },
    askSecret: (question) => read(`${question} `, false),
    close() {
      input.destroy();
      output.destroy();
    },
  };
}

const ENTER = new Set(["\r", "\n"]);
const STOP = new Set(["\u0003", "\u0004"]);
const BACK = new Set(["\u007f", "\b"]);

/** Reads raw keys up to Enter. What follows Enter in the same read is put back for the next question. */
function readLine(input: ReadStream, echo: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let line: string[] = [];
    const settle = (end: () => void) => {
      input.off("data", take);
      input.off("end", stopped);
      input.off("error", stopped);
      end();
    };
    const stopped = () =>
      settle(() => reject(new HubError("interrupted", "Stopped; nothing was changed.")));
    const take = (chunk: Buffer | string) => {
      const keys = Array.from(chunk.toString());
      for (const [index, key] of keys.entries()) {
        if (STOP.has(key)) return stopped();
        if (ENTER.has(key)) {
          const rest = keys.slice(index + 1).join("");
          input.pause();
          if (rest !== "") input.unshift(Buffer.from(rest));
          return settle(() => resolve(line.join("")));
        }
        if (BACK.has(key)) {
          if (line.length > 0) echo("\b \b");
          line = line.slice(0, -1);
        } else if (key >= " ") {
          line.push(key);
          echo(key);
        }
      }
    };
    input.on("data", take);
    input.on("end", stopped);
    input.on("error", stopped);
    input.resume();
  });
}
