import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import pty from "@lydell/node-pty";

const PROGRAM = fileURLToPath(new URL("./fixtures/stage-program.ts", import.meta.url));
const LIMIT_MS = 20_000;

/** Starts the screen on a terminal of its own. Waits end when the program has written what they wait for. */
function start() {
  const child = pty.spawn(process.execPath, ["--import", "tsx", PROGRAM], {
    cols: 80,
    rows: 24,
    env: { ...process.env, TERM: "xterm-256color", LANG: "" },
  });
  let written = "";
  const waits = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waits) wake();
  };
  child.onData((text) => {
    written += text;
    wakeAll();
  });
  let code: number | undefined;
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      code = signal ? 128 + signal : exitCode;
      wakeAll();
      resolve(code);
    });
  });
  started.add(child);
  void ended.then(() => started.delete(child));

  const until = (words: string, from = 0) =>
    new Promise<void>((resolve, reject) => {
      const limit = setTimeout(
        () => finish(new Error(`never saw ${JSON.stringify(words)} in ${written.slice(-400)}`)),
        LIMIT_MS,
      );
      const look = () => {
        if (written.includes(words, from)) finish();
        else if (code !== undefined)
          finish(new Error(`ended with ${code} before ${JSON.stringify(words)}`));
      };
      const finish = (problem?: Error) => {
        clearTimeout(limit);
        waits.delete(look);
        if (problem) reject(problem);
        else resolve();
      };
      waits.add(look);
      look();
    });

  return { child, ended, until, written: () => written };
}

const started = new Set<pty.IPty>();
after(() => {
  for (const child of started) child.kill("SIGKILL");
});

const ALL_OFF = ["?2004l", "?1000l", "?1006l", "?1004l", "?1049l", "?25h"];

async function endsBy(
  how: (program: ReturnType<typeof start>) => void,
): Promise<{ code: number; rest: string }> {
  const program = start();
  await program.until("/help");
  const from = program.written().length;
  how(program);
  const code = await program.ended;
  return { code, rest: program.written().slice(from) };
}

function assertRestored(rest: string, how: string): void {
  for (const off of ALL_OFF) assert.ok(rest.includes(`\u001b[${off}`), `${how}: no ${off}`);
}

test("the terminal is given back on every signal that ends the program, with the code that names it", async () => {
  const codes = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130, SIGQUIT: 131 };
  await Promise.all(
    Object.entries(codes).map(async ([signal, expected]) => {
      const { code, rest } = await endsBy(({ child }) => child.kill(signal));
      assertRestored(rest, signal);
      assert.equal(code, expected, signal);
    }),
  );
});

test("the terminal is given back after a throw, an unhandled rejection and process.exit, and the reason is readable", async () => {
  const [thrown, rejected, exited] = await Promise.all(
    ["throw", "reject", "exit"].map((words) => endsBy(({ child }) => child.write(`${words}\r`))),
  );
  for (const [result, words] of [
    [thrown, "Error: thrown"],
    [rejected, "Error: rejected"],
  ] as const) {
    assertRestored(result?.rest ?? "", words);
    const text = result?.rest ?? "";
    assert.ok(text.lastIndexOf(words) > text.indexOf("\u001b[?1049l"), `${words} after the screen`);
    assert.equal(result?.code, 1);
  }
  assertRestored(exited?.rest ?? "", "exit");
  assert.equal(exited?.code, 7);
});

test("stopping gives the terminal back, continuing takes it again and draws everything", async () => {
  const program = start();
  await program.until("/help");
  let from = program.written().length;
  program.child.kill("SIGTSTP");
  await program.until("\u001b[?1049l", from);
  from = program.written().lastIndexOf("\u001b[?1049l");
  program.child.kill("SIGCONT");
  await program.until("\u001b[?1049h", from);
  await program.until("/help", from);
  program.child.write("\u0004");
  assert.equal(await program.ended, 0);
});

test("what libraries write to stderr waits until the screen is gone", async () => {
  const program = start();
  await program.until("/help");
  program.child.write("warn\r");
  await program.until("Esc stops");
  program.child.write("\u0004");
  assert.equal(await program.ended, 0);
  const text = program.written();
  const gone = text.lastIndexOf("\u001b[?1049l");
  for (const words of ["a library warns", "a library writes"])
    assert.ok(text.indexOf(words) > gone, `${words} after the screen`);
});
