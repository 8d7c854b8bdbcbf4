import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pcmHeader } from "../tools/recorder/audio/wav-header.ts";
import type { Running } from "./recorder-server.ts";

const RANGE = "range: bytes=1048576-1114111";
const STARTS_WITHIN_MS = 3000;

type Served = {
  server: Running;
  authorization: string;
  /** A recording that the server knows, its folder, and how long its audio is to be. */
  id: string;
  place: string;
  bytes: number;
};

/** 64 KiB ranges of one recording a second, and of the same file by nginx for scale; asked for over 16 connections. */
export async function rangeReads({ server, authorization, id, place, bytes }: Served) {
  const file = join(place, "audio.wav");
  const samples = Buffer.alloc(bytes - 44);
  writeFileSync(file, Buffer.concat([pcmHeader(16_000, 1, samples.length), samples]));
  const url = `${server.url}/api/v1/recordings/${id}/audio`;
  console.log(`64 KiB ranges a second (≥ 10000)  ${asked(url, `authorization: ${authorization}`)}`);
  console.log(`the same by nginx, one worker  ${await byNginx(file)}`);
}

function asked(url: string, ...headers: string[]): string {
  const given = [RANGE, ...headers].flatMap((header) => ["-H", header]);
  const { stdout } = spawnSync("wrk", ["-t1", "-c16", "-d5", ...given, url], { encoding: "utf8" });
  return /Requests\/sec:\s+([\d.]+)/.exec(stdout ?? "")?.[1] ?? "wrk is not installed";
}

async function byNginx(file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "outpost-bench-nginx-"));
  const port = await freePort();
  // Its workers give up their rights, and have to reach the file all the same.
  chmodSync(folder, 0o755);
  symlinkSync(file, join(folder, "audio.wav"));
  const own = process.getuid?.() === 0 ? "user root;" : "";
  const config = `${own} worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/errors;
    events {}
    http { access_log off; keepalive_requests 1000000; sendfile on;
      server { listen 127.0.0.1:${port}; root ${folder}; } }`;
  writeFileSync(join(folder, "nginx.conf"), config);
  const words = ["-p", folder, "-e", join(folder, "errors"), "-c", join(folder, "nginx.conf")];
  const nginx = spawn("nginx", words, { stdio: "ignore" });
  const ended = once(nginx, "exit").catch(() => undefined);
  try {
    if (!(await listens(port, nginx))) return "nginx is not installed";
    return asked(`http://127.0.0.1:${port}/audio.wav`);
  } finally {
    nginx.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listens(port: number, nginx: ChildProcess): Promise<boolean> {
  let gone = false;
  nginx.once("error", () => (gone = true)).once("exit", () => (gone = true));
  for (const began = performance.now(); performance.now() - began < STARTS_WITHIN_MS; ) {
    const socket = createConnection(port, "127.0.0.1");
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open || gone) return open;
    await pause(50);
  }
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
