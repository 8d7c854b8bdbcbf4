import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { holdLock } from "../../tools/kit/lock.ts";
import { childEnvironment } from "../child-environment.ts";
import type { Screen } from "../console.ts";
import { type DeviceChoice, RESTART, slotsFolder } from "../run-device.ts";
import { makeShelfFolder } from "../shelf-folder.ts";
import { openSlots, type Slots } from "./slots.ts";

export type Supervised = {
  choice: DeviceChoice;
  /** Of the program as installed. */
  version: string;
  /** Runs the program as installed, in this process; resolves with its exit code. */
  runInstalled: (choice: DeviceChoice, ready: (url: string) => void) => Promise<number>;
  screen: Screen;
  /** How long firmware may take until it answers; default 20 s. */
  healthMs?: number;
};

/**
 * Runs what is to run, firmware of a slot or the program as installed, and again whenever it asks for a restart.
 * Firmware that is new is confirmed once it answers by its own version, and rolled back where it does not.
 */
export async function supervise(options: Supervised): Promise<number> {
  const { screen, version } = options;
  await makeShelfFolder(options.choice.shelf);
  const slots = await openSlots(slotsFolder(options.choice.shelf));
  const free = await holdLock(
    join(slotsFolder(options.choice.shelf), "lock"),
    `This shelf is in use by another process: ${options.choice.shelf}.`,
  );
  let choice = options.choice;
  const ready = (url: string) => {
    // The same address after a restart, and the token is made but once.
    choice = { ...choice, port: Number(new URL(url).port), freshToken: false };
  };
  try {
    for (;;) {
      const next = await slots.next(version);
      const code = next
        ? await runSlot({
            ...next,
            choice,
            slots,
            screen,
            ready,
            healthMs: options.healthMs ?? 20_000,
          })
        : await options.runInstalled(choice, ready);
      if (code !== RESTART) return code;
    }
  } finally {
    await free();
  }
}

type SlotRun = {
  path: string;
  version: string;
  isNew: boolean;
  choice: DeviceChoice;
  slots: Slots;
  screen: Screen;
  ready: (url: string) => void;
  healthMs: number;
};

async function runSlot(run: SlotRun): Promise<number> {
  const { slots, screen, version } = run;
  const child = spawn(process.execPath, [run.path], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...childEnvironment(process.env),
      OUTPOST_DEVICE: JSON.stringify(run.choice),
      // The packages that hold machine code are taken from here.
      OUTPOST_INSTALLED: pathToFileURL(join(import.meta.dirname, "installed")).href,
    },
  });
  const ended = once(child, "exit");
  const stop = passOnSignals(child);
  try {
    const trouble = await untilHealthy(child, run);
    if (trouble === undefined) {
      if (run.isNew) {
        await slots.confirm();
        screen.line(`firmware ${version} works and is kept`);
      }
    } else if (!stop.asked()) {
      child.kill("SIGKILL");
      await ended;
      await slots.rollBack();
      screen.line(`firmware ${version} does not work (${trouble}): back to what did`);
      return RESTART;
    }
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]; // as the event has it
    if (code === null) screen.line(`firmware ${version} was ended by ${signal}; start it again`);
    return code ?? 1;
  } finally {
    stop.off();
  }
}

/** A terminal sends Ctrl-C to both processes, anything else to this one alone. */
function passOnSignals(child: ChildProcess) {
  let asked = false;
  const term = () => {
    asked = true;
    child.kill("SIGTERM");
  };
  const interrupt = () => {
    asked = true;
    if (!process.stdin.isTTY) child.kill("SIGINT");
  };
  process.on("SIGTERM", term);
  process.on("SIGINT", interrupt);
  return {
    asked: () => asked,
    off() {
      process.off("SIGTERM", term);
      process.off("SIGINT", interrupt);
    },
  };
}

const told = z.object({ url: z.string() });
const health = z.object({ version: z.string() });

/** Undefined once it answers by its version; else why it is not to be trusted, in words. */
async function untilHealthy(child: ChildProcess, run: SlotRun): Promise<string | undefined> {
  const over = new AbortController();
  const answers = (async () => {
    const [message] = (await once(child, "message", { signal: over.signal })) as unknown[]; // as the event has it
    const { url } = told.parse(message);
    const { version } = health.parse(JSON.parse(await get(`${url}/api/v1/health`, over.signal)));
    if (version !== run.version) return `it calls itself ${version}`;
    run.ready(url);
    return undefined;
  })().catch((error: unknown) => `its answer: ${String(error)}`);
  const ends = once(child, "exit", { signal: over.signal }).then(
    ([code]) => `it ended with ${code}`,
    () => "",
  );
  const late = pause(run.healthMs, undefined, { signal: over.signal }).then(
    () => `nothing was heard of it for ${run.healthMs / 1000} s`,
    () => "",
  );
  try {
    return await Promise.race([answers, ends, late]);
  } finally {
    over.abort();
  }
}

/** Asks our own child how it is. Nothing is sent but the question, so its certificate need not be checked. */
function get(url: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? requestTls : requestPlain;
    const asked = request(url, { signal, rejectUnauthorized: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text = (text + part).slice(0, 10_000);
      });
      answer.on("end", () => resolve(text));
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end();
  });
}
