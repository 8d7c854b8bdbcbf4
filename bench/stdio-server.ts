import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The smallest MCP client that works, so that what is timed is the server. */
export type StdioServer = {
  child: ChildProcessWithoutNullStreams;
  request(method: string, params?: unknown): Promise<{ line: string; result: unknown }>;
  notify(method: string): void;
  rssMib(): number;
  close(): Promise<void>;
};

export function startServer(
  command: string[],
  env: Record<string, string | undefined> = {},
): StdioServer {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "pipe" });
  child.stderr.resume();
  const waiting = new Map<number, (answer: { line: string; result: unknown }) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as { id?: number; result?: unknown }; // JSON-RPC
    if (message.id === undefined) return;
    waiting.get(message.id)?.({ line, result: message.result });
    waiting.delete(message.id);
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let next = 1;
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    child,
    request: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, resolve);
        child.once("exit", () => reject(new Error(`${command.join(" ")} ended early`)));
        child.setMaxListeners(0);
        send({ id, method, params });
      }),
    notify: (method) => void send({ method }),
    rssMib() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}

export async function handshake(server: StdioServer): Promise<void> {
  await server.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  server.notify("notifications/initialized");
}
