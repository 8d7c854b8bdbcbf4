import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { HubError } from "../tools/kit/errors.ts";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { serveHttp } from "./http.ts";
import { readAddress } from "./http-address.ts";
import { keptToken, tokenPrincipal } from "./http-token.ts";
import { TOKEN } from "./link.fixture.ts";
import { createMcpServer } from "./serve.ts";

async function listening(limits = { most: 64, idleMs: 3_600_000 }) {
  const shelf = createShelf();
  const { road, close } = await createRoad();
  const principals = new Set<string>();
  const http = await serveHttp({
    make: (principal) => {
      principals.add(principal);
      const words = { name: "shelf", title: "Shelf", version: "0", instructions: "" };
      return createMcpServer({ ...words, tools: shelf.tools, road, principal });
    },
    address: { host: "127.0.0.1", port: 0 },
    token: TOKEN,
    tlsInFront: false,
    sessions: limits,
  });
  return {
    ...http,
    principals,
    port: Number(new URL(http.url).port),
    close: async () => {
      await http.close();
      await close();
    },
  };
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
});

type Answer = { status: number; headers: Record<string, unknown>; text: string };

function send(port: number, headers: Record<string, string>, body = INITIALIZE, path = "/mcp") {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        path,
        method: "POST",
        headers: {
          authorization: `Bearer ${TOKEN}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.once("error", reject).once("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

test("only the right token at a local name gets past the door", async () => {
  const http = await listening();
  const status = async (headers: Record<string, string>, path?: string) =>
    (await send(http.port, headers, INITIALIZE, path)).status;
  assert.equal(await status({}), 200);
  assert.equal(await status({ origin: "http://localhost:3000" }), 200);
  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"])
    assert.equal(await status({ host }), 403, host);
  for (const origin of ["http://evil.example", "null", "http://localhost.evil.example"])
    assert.equal(await status({ origin }), 403, origin);
  assert.equal(await status({ authorization: "Bearer wrong" }), 401);
  assert.equal(await status({ authorization: `Basic ${TOKEN}` }), 401);
  assert.equal(await status({ authorization: "" }, `/mcp?token=${TOKEN}`), 401);
  const denied = await send(http.port, { authorization: "" });
  assert.match(String(denied.headers["www-authenticate"]), /^Bearer realm=/);
  assert.equal(denied.headers["access-control-allow-origin"], undefined);
  assert.equal(await status({ "content-type": "text/plain" }), 415);
  assert.equal(await status({}, "/other"), 404);
  assert.equal(await status({}, "//"), 404, "a target that is no URL");
  assert.equal(await status({}, "http://["), 404);
  assert.equal(await status({}, "/mcp?x=1"), 200);
  assert.deepEqual([...http.principals], [tokenPrincipal(TOKEN)]);
  await http.close();
});

test("a body beyond the limit is refused, and the server lives on", async () => {
  const http = await listening();
  const long = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(12 * 1024 * 1024) });
  const refused = await send(http.port, {}, long).then(
    ({ status }) => status,
    // The server may close while the client is still sending.
    () => 413,
  );
  assert.equal(refused, 413);
  const garbled = await send(http.port, {}, "[".repeat(100_000));
  assert.equal(garbled.status, 400);
  assert.match(garbled.text, /"code":-32700/);
  assert.equal((await send(http.port, {})).status, 200);
  await http.close();
});

test("a session that is unknown gets 404, one that starts anew is served, and the oldest makes room", async () => {
  const http = await listening({ most: 2, idleMs: 3_600_000 });
  const ping = '{"jsonrpc":"2.0","id":2,"method":"ping"}';
  assert.equal((await send(http.port, { "mcp-session-id": "gone" }, ping)).status, 404);
  assert.equal((await send(http.port, {}, ping)).status, 400);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await send(http.port, { "mcp-session-id": "stale" });
    assert.equal(status, 200);
    ids.push(String(headers["mcp-session-id"]));
  }
  assert.equal(http.sessions(), 2);
  assert.equal((await send(http.port, { "mcp-session-id": ids[0] ?? "" }, ping)).status, 404);
  assert.equal((await send(http.port, { "mcp-session-id": ids[2] ?? "" }, ping)).status, 200);
  await http.close();
});

test("off loopback it does not start unless TLS in front is declared", async () => {
  const make = () => assert.fail("nobody may be served");
  const address = readAddress("0.0.0.0:0");
  await assert.rejects(
    serveHttp({ make, address, token: TOKEN, tlsInFront: false }),
    (error: unknown) => error instanceof HubError && error.problem === "not-allowed",
  );
  const declared = await serveHttp({ make, address, token: TOKEN, tlsInFront: true });
  const port = Number(new URL(declared.url).port);
  assert.equal((await send(port, { authorization: "" })).status, 401);
  assert.equal((await send(port, { origin: "https://evil.example" })).status, 403);
  await declared.close();
});

test("a port that is taken is a clear error", async () => {
  const http = await listening();
  const address = { host: "127.0.0.1", port: http.port };
  await assert.rejects(
    serveHttp({ make: () => assert.fail(), address, token: TOKEN, tlsInFront: false }),
    /Something listens on 127\.0\.0\.1:\d+ already/,
  );
  await http.close();
});

test("closing ends connections that said nothing yet", async () => {
  const http = await listening();
  const socket = connect(http.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await http.close();
  await closed;
});

test("a token is made once, kept private, and known by a name that does not give it away", async () => {
  const { folder, close } = await createRoad();
  const first = await keptToken(folder);
  assert.equal((await stat(first.path)).mode & 0o777, 0o600);
  assert.deepEqual(await keptToken(folder), first);
  assert.match(tokenPrincipal(first.token), /^token:[0-9a-f]{8}$/);
  await close();
});

test("an address to listen on is PORT, HOST:PORT or [IPV6]:PORT", () => {
  assert.deepEqual(readAddress("7411"), { host: "127.0.0.1", port: 7411 });
  assert.deepEqual(readAddress("localhost:1"), { host: "localhost", port: 1 });
  assert.deepEqual(readAddress("[::1]:80"), { host: "::1", port: 80 });
  for (const wrong of ["", "x", "1:2:3", "70000", ":80", "[x]:1"])
    assert.throws(() => readAddress(wrong), /is not an address/, wrong);
});
