import type { Readable } from "node:stream";
import type { McpServer } from "@modelcontextprotocol/server";
import { cleanText, cut } from "../tools/kit/untrusted.ts";
import { takeStdout } from "./stdout-guard.ts";

/** One message may have so many bytes; a longer one ends the connection. */
const MESSAGE_BYTES = 4 * 1024 * 1024;
const PARENT_POLL_MS = 1000;
/** How long calls under way may take to write down how they ended. */
const SETTLE_MS = 1000;

export type StdioServing = {
  /** Makes one server for each connection; with its era it may be called once more for a probe. */
  make: () => McpServer;
  /** Resolves when no call is under way. Waited for, for a second at most. */
  settled?: () => Promise<void>;
};

/**
 * Serves MCP on standard input and output until the client is gone: end of input, a broken pipe, SIGTERM, SIGINT,
 * SIGHUP or a dead parent. `load` brings the tools; standard output is taken before it is called. Resolves with the
 * exit code within about a second of the end; the caller then exits.
 */
export async function runOnStdio(load: () => Promise<StdioServing>): Promise<number> {
  const { out } = takeStdout();
  const ended = connectionEnd(process.stdin, out);
  const [{ serveStdio, StdioServerTransport }, serving] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    load(),
  ]);
  const transport = new StdioServerTransport(process.stdin, out, {
    maxBufferSize: MESSAGE_BYTES,
  });
  const handle = serveStdio(serving.make, {
    transport,
    onerror: (error) => process.stderr.write(`outpost mcp: ${inOneLine(error)}\n`),
  });
  const code = await Promise.race([ended, closed(transport)]);
  await handle.close().catch(() => undefined);
  await within(SETTLE_MS, serving.settled?.() ?? Promise.resolve());
  return code;
}

/** What a schema says of a message that does not fit is pages long, and quotes it. */
function inOneLine({ name, message }: Error): string {
  if (name.endsWith("ZodError"))
    return "A message that is no JSON-RPC of this protocol was left without an answer.";
  return cut(cleanText(message).replaceAll(/\s+/g, " "), 300);
}

/** Resolves when the wire closes by itself: after a message that is too long, for one. */
function closed(transport: { onclose?: (() => void) | undefined }): Promise<number> {
  const before = transport.onclose;
  return new Promise((resolve) => {
    transport.onclose = () => {
      before?.();
      resolve(1);
    };
  });
}

function connectionEnd(input: Readable, out: NodeJS.WritableStream): Promise<number> {
  return new Promise((resolve) => {
    input.once("end", () => resolve(0));
    input.once("close", () => resolve(0));
    input.once("error", () => resolve(0));
    out.once("error", () => resolve(0));
    // A log that nobody reads is no reason to die.
    process.stderr.on("error", () => undefined);
    process.once("SIGTERM", () => resolve(0));
    process.once("SIGHUP", () => resolve(0));
    process.once("SIGINT", () => resolve(130));
    // A parent that was killed may leave the pipe open in another child's hands.
    const parent = process.ppid;
    if (parent > 1)
      setInterval(() => {
        if (process.ppid !== parent) resolve(0);
      }, PARENT_POLL_MS).unref();
  });
}

function within(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
}
