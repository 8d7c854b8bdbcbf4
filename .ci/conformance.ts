import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { newerNode } from "./newer-node.ts";

/**
 * Runs the official conformance suite against our MCP kit with its fixtures registered. The suite cannot send a bearer
 * token, so a relay adds it and passes everything else on as it came, Host and Origin included.
 */
const REVISIONS = ["2025-11-25", "2026-07-28"];
const SUITE = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);

const token = randomBytes(24).toString("base64url");
const server = spawn(
  process.execPath,
  ["--import", "tsx", "mcp-servers/conformance/main.ts", token],
  {
    stdio: ["ignore", "pipe", process.env.CONFORMANCE_VERBOSE ? "inherit" : "ignore"],
  },
);
const relay = await relayTo(await firstLine(server), token);
const address = relay.address();
const port = typeof address === "object" && address ? address.port : 0;
const node = newerNode();
let failed = false;
for (const revision of REVISIONS) {
  const url = `http://localhost:${port}/mcp`;
  const args = [SUITE, "server", "--url", url, "--requirements", revision];
  const { code, text } = await run(node, [...args, ...process.argv.slice(2)]);
  console.log(`${revision}: exit ${code}${summary(text)}`);
  if (code !== 0 || process.argv.length > 2) console.log(text);
  failed ||= code !== 0;
}
relay.closeAllConnections();
relay.close();
server.kill("SIGTERM");
process.exitCode = failed ? 1 : 0;

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("no output to read the address from");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("the server under test did not start");
}

async function relayTo(url: string, bearer: string): Promise<Server> {
  const target = new URL(url);
  const relay = createServer((incoming, outgoing) => {
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, authorization: `Bearer ${bearer}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return relay;
}

async function run(command: string, args: string[]): Promise<{ code: number; text: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  const [code] = await once(child, "close");
  return { code: Number(code), text };
}

function summary(text: string): string {
  const totals = text.split("\n").filter((line) => /\d+ passed/.test(line));
  return totals.length > 0 ? `, ${totals.at(-1)?.trim()}` : "";
}
