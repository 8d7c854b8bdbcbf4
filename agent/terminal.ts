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

/**
 * Raw from the first moment to the last, so that nothing typed between two questions is shown either. What is typed
 * before a question is asked does not answer it.
 */
function terminalOver(input: ReadStream, output: WriteStream): Terminal {
  let onKeys: ((keys: string) => void) | undefined;
  let leave: (() => void) | undefined;
  const close = () => {
    input.setRawMode(false);
    input.destroy();
    output.destroy();
  };
  input.setRawMode(true);
  input.setEncoding("utf8");
  input.on("data", (chunk: Buffer | string) => {
    const keys = chunk.toString();
    // An arrow or another named key: there is nothing to move about in here.
    if (keys.startsWith("\u001b")) return;
    if (onKeys) onKeys(keys);
    else if (keys.includes(CTRL_C)) {
      // Between two questions nobody reads keys, and raw mode has taken the signal away.
      close();
      process.kill(process.pid, "SIGINT");
    }
  });
  input.on("end", () => leave?.());
  input.on("error", () => leave?.());

  function read(question: string, echo: (text: string) => void): Promise<string> {
    output.write(question);
    return new Promise<string>((resolve, reject) => {
      const line = editLine(echo);
      leave = () => reject(new HubError("interrupted", "Stopped; nothing was changed."));
      onKeys = (keys) => {
        for (const key of keys) {
          const end = line.press(key);
          if (end === "stop") return leave?.();
          if (end === "enter") return resolve(line.text());
        }
      };
    }).finally(() => {
      onKeys = undefined;
      leave = undefined;
      output.write("\n");
    });
  }

  return {
    write: (text) => void output.write(`${text}\n`),
    async ask(question, fallback) {
      const shown = fallback === undefined ? question : question.replace(/:?$/, ` [${fallback}]:`);
      const answer = (await read(`${shown} `, (text) => void output.write(text))).trim();
      return answer === "" && fallback !== undefined ? fallback : answer;
    },
    askSecret: (question) => read(`${question} `, () => undefined),
    close,
  };
}

const CTRL_C = "\u0003";
const STOP = new Set([CTRL_C, "\u0004"]);
const ENTER = new Set(["\r", "\n"]);
const BACK = new Set(["\u007f", "\b"]);

/** One line under the hands of a person: characters, backspace, enter. */
function editLine(echo: (text: string) => void) {
  const typed: string[] = [];
  return {
    text: () => typed.join(""),
    press(key: string): "enter" | "stop" | undefined {
      if (STOP.has(key)) return "stop";
      if (ENTER.has(key)) return "enter";
      if (BACK.has(key)) {
        if (typed.pop() !== undefined) echo("\b \b");
      } else if (key >= " ") {
        typed.push(key);
        echo(key);
      }
      return undefined;
    },
  };
}
