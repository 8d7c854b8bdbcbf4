import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { FakeRequest, flawOf, newestText } from "./fake-messages-check.ts";
import { createScript, type FakeReply, FakeScript, type FakeStep } from "./fake-messages-script.ts";

/**
 * A Messages API on loopback for tests: it plays a script and is no model. It refuses conversations that the real
 * API would refuse. `npx tsx tools/llm/fake-messages-api.ts SCRIPT.json [PORT]` serves a script until it is stopped.
 */
export async function startFakeMessagesApi(
  steps: readonly FakeStep[] = [],
  options: { port?: number; paceMs?: number } = {},
) {
  const script = createScript(steps);
  const requests: FakeRequest[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const waiting: ((request: FakeRequest) => void)[] = [];

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error)); // an Error by construction
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const path = (incoming.url ?? "").split("?")[0];
    if (incoming.method !== "POST" || !path?.startsWith("/v1/messages"))
      return refuse(response, { status: 404, message: `no ${incoming.method} ${path} here` });
    const request = FakeRequest.safeParse(JSON.parse(body));
    if (!request.success) return refuse(response, { status: 400, message: request.error.message });
    if (path === "/v1/messages/count_tokens")
      return json(response, 200, { input_tokens: body.length >> 2 });
    requests.push(request.data);
    headers.push(incoming.headers);
    for (const tell of waiting.splice(0)) tell(request.data);
    const flaw = flawOf(request.data);
    if (flaw) return refuse(response, { status: 400, message: flaw });
    const reply = script.next(newestText(request.data));
    if (reply.status !== undefined) return refuse(response, reply);
    await stream(response, request.data.model, reply, options.paceMs ?? 0);
  }

  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    requests,
    headers,
    /** Adds replies to the end of the script. */
    push: script.push,
    left: script.left,
    /** The next request, as soon as it has arrived. */
    nextRequest: () => new Promise<FakeRequest>((resolve) => waiting.push(resolve)),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const ERROR_TYPES: { [status: number]: string } = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function refuse(response: ServerResponse, reply: FakeReply): void {
  const status = reply.status ?? 500;
  if (reply.retryAfter !== undefined) response.setHeader("retry-after", reply.retryAfter);
  if (reply.retryAfterMs !== undefined)
    response.setHeader("retry-after-ms", String(reply.retryAfterMs));
  const type = reply.errorType ?? ERROR_TYPES[status] ?? "api_error";
  json(response, status, { type: "error", error: { type, message: reply.message ?? type } });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_fake" });
  response.end(JSON.stringify(body));
}

let messages = 0;

async function stream(
  response: ServerResponse,
  model: string,
  reply: FakeReply,
  paceMs: number,
): Promise<void> {
  const send = (type: string, more: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const id = `msg_${++messages}`;
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": `req_${id}` });
  const usage = {
    input_tokens: 7,
    cache_read_input_tokens: 900,
    cache_creation_input_tokens: 50,
    output_tokens: 0,
    ...reply.usage,
  };
  const message = { id, type: "message", role: "assistant", model, content: [], usage };
  send("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } });
  send("ping");
  for (const [index, block] of blocksOf(reply, id).entries()) {
    send("content_block_start", { index, content_block: block.start });
    for (const delta of block.deltas) {
      send("content_block_delta", { index, delta });
      if (paceMs > 0) await sleep(paceMs);
    }
    if (reply.end === undefined) send("content_block_stop", { index });
  }
  switch (reply.end) {
    case "error":
      send("error", {
        error: { type: reply.errorType ?? "overloaded_error", message: "Overloaded" },
      });
      return void response.end();
    case "cut":
      return void setImmediate(() => response.destroy());
    case "hang":
      return;
    case "ping": {
      const pings = setInterval(() => send("ping"), 10);
      return void response.once("close", () => clearInterval(pings));
    }
    case undefined:
      send("message_delta", {
        delta: { stop_reason: reply.stop ?? (reply.calls?.length ? "tool_use" : "end_turn") },
        usage: { output_tokens: 5, ...reply.usage },
      });
      send("message_stop");
      response.end();
  }
}

type FakeBlock = { start: object; deltas: object[] };

function blocksOf(reply: FakeReply, id: string): FakeBlock[] {
  const blocks: FakeBlock[] = [];
  if (reply.think !== undefined)
    blocks.push({
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: [
        { type: "thinking_delta", thinking: reply.think },
        { type: "signature_delta", signature: `signed-${id}` },
      ],
    });
  const said =
    reply.say === undefined || Array.isArray(reply.say) ? reply.say : pieces(reply.say, 12);
  if (said)
    blocks.push({
      start: { type: "text", text: "" },
      deltas: said.map((text) => ({ type: "text_delta", text })),
    });
  for (const [index, call] of (reply.calls ?? []).entries())
    blocks.push({
      start: {
        type: "tool_use",
        id: call.id ?? `toolu_${id}_${index}`,
        name: call.name,
        input: {},
      },
      // Split inside words and numbers, as the real one does.
      deltas: pieces(call.raw ?? JSON.stringify(call.input ?? {}), 5).map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      })),
    });
  return blocks;
}

const pieces = (text: string, size: number): string[] =>
  Array.from(text)
    .reduce<string[][]>((lines, letter, i) => {
      if (i % size === 0) lines.push([]);
      lines.at(-1)?.push(letter);
      return lines;
    }, [])
    .map((letters) => letters.join(""));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , file, port] = process.argv;
  const steps = FakeScript.parse(JSON.parse(readFileSync(file ?? "", "utf8")));
  const api = await startFakeMessagesApi(steps, { port: Number(port ?? 0), paceMs: 5 });
  console.log(api.url);
}
