import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "undici";
import { type ServedFakePortal, serveFakePortal } from "../server/portal/simulator/serve.ts";
import { figures, show } from "./figures.ts";

const CONNECTIONS = 50;
/** Each connection sends ten a second: 500 for all. */
const EVERY_MS = 100;
const PER_SECOND = (CONNECTIONS * 1000) / EVERY_MS;
/** Connections to a server that does nothing, at the same time: what the machine itself takes. */
const BARE_CONNECTIONS = 5;
const WARM_UP_SECONDS = 2;
const SECONDS = 10;
const CLOCK_TICKS = 100;
const VIEWS = [
  "/api/health",
  "/api/account",
  "/api/plans",
  "/api/telescopes",
  "/api/weather",
  "/api/weather/SSO",
  "/api/reservations",
  "/api/scope/T5/status",
  "/api/sky/DSC",
  "/api/tonight",
];
/** How many requests of the portal one period of freshness allows: path → [requests, seconds]. */
const ALLOWED: Record<string, [most: number, seconds: number]> = {
  "/services/portal.asmx/getaccount": [1, 60],
  "/services/portal.asmx/getplans": [1, 3600],
  "/services/portal.asmx/getweather": [6, 60],
  "/reservations.aspx": [1, 120],
  "/control/t5": [1, 30],
};

/** 500 requests a second over 50 connections to the wrapper as it is served: how long a cached view takes. */
export async function portalViews(command: string[], env: Record<string, string>): Promise<void> {
  const fake = await serveFakePortal();
  const began = performance.now();
  const wrapper = await start(command, {
    ...env,
    PORTAL_URL: fake.url,
    PORTAL_USERNAME: fake.state.switches.username,
    PORTAL_PASSWORD: fake.state.switches.password,
    PORTAL_SCOPE_URL_TEMPLATE: `${fake.url}/control/{tid_lower}`,
  });
  const bare = await start([process.execPath, "-e", BARE], {});
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(wrapper.url));
  const bareClients = Array.from({ length: BARE_CONNECTIONS }, () => new Client(bare.url));
  try {
    await load(clients, WARM_UP_SECONDS);
    const before = cpuMs(wrapper.child);
    const [{ times, others }, idle] = await Promise.all([
      load(clients, SECONDS),
      load(bareClients, SECONDS),
    ]);
    const cpu = (cpuMs(wrapper.child) - before) / (PER_SECOND * SECONDS);
    for (const [view, samples] of times) console.log(show(view, samples, "ms", 2));
    const all = [...times.values()].flat();
    console.log(show("all of them", all, "ms", 2));
    console.log(`${(all.length / SECONDS).toFixed(0)} a second, ${others} answers other than 200`);
    console.log(
      show("a server that does nothing, meanwhile", [...idle.times.values()].flat(), "ms", 2),
    );
    // Holds on a busy machine too, where the times above are those of its other work.
    console.log(`CPU time of the wrapper for one answer  ${cpu.toFixed(2)} ms`);
    console.log(`p95 (≤ 2 ms)  ${figures(all).p95.toFixed(2)} ms`);
    tellPoliteness(fake, (performance.now() - began) / 1000);
  } finally {
    await Promise.all([...clients, ...bareClients].map((client) => client.close()));
    for (const { child, ended } of [wrapper, bare]) {
      child.kill("SIGTERM");
      await ended;
    }
    await fake.close();
  }
}

type Load = { times: Map<string, number[]>; others: number };

const BARE = `const server = require("node:http").createServer((_, response) => response.end("{}"));
server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port))`;

/** Each connection sends at its own moments, and asks for the next view each time. */
async function load(clients: Client[], seconds: number): Promise<Load> {
  const all: Load = { times: new Map(VIEWS.map((view) => [view, []])), others: 0 };
  const began = performance.now();
  const run = async (client: Client, index: number) => {
    for (let turn = 0; turn < (seconds * 1000) / EVERY_MS; turn++) {
      const due = began + (turn + index / clients.length) * EVERY_MS;
      await pause(Math.max(0, due - performance.now()));
      const path = VIEWS[(index + turn) % VIEWS.length] ?? "/";
      const sent = performance.now();
      const { statusCode, body } = await client.request({ method: "GET", path });
      await body.dump();
      all.times.get(path)?.push(performance.now() - sent);
      if (statusCode !== 200) all.others++;
    }
  };
  await Promise.all(clients.map(run));
  return all;
}

function tellPoliteness({ state }: ServedFakePortal, seconds: number): void {
  for (const [path, [most, each]] of Object.entries(ALLOWED)) {
    const asked = state.counts.get(`GET ${path}`) ?? 0;
    const allowed = most * Math.ceil(seconds / each);
    console.log(
      `${path.padEnd(44)} asked ${asked} times in ${seconds.toFixed(0)} s (≤ ${allowed})`,
    );
    if (asked > allowed) process.exitCode = 1;
  }
}

function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS;
}

type Wrapper = { url: string; child: ChildProcess; ended: Promise<unknown> };

async function start(
  [program = "", ...args]: string[],
  env: Record<string, string>,
): Promise<Wrapper> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, child, ended };
  }
  throw new Error("the wrapper ended before it listened");
}
