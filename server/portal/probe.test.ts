import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import type { Telescope } from "../../tools/portal/contract.ts";
import { collectOften } from "./collect-often.fixture.ts";
import { startPortal } from "./portal.fixture.ts";
import { probe } from "./probe.ts";
import { parseRoster } from "./roster/parse-roster.ts";

/** A control server that does this with whoever connects. Its address, and what it was sent. */
async function control(t: TestContext, answer: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", (data) => {
      heard.push(data.toString());
      answer(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, so it is no pipe and not null
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { url: `http://127.0.0.1:${port}/`, heard, sockets, close };
}

function telescopeAt(url: string): Telescope {
  const [telescope] = parseRoster(`tid,name,site,control_url\nT5,Condor,DSC,${url}`).telescopes;
  if (!telescope) throw new Error("the row is a good one");
  return telescope;
}

const ask = (url: string, timeoutMs = 5000) =>
  probe(telescopeAt(url), "", (request) => fetch(request), timeoutMs, Date.now);

for (const [name, line, auth, degraded] of [
  ["P1 a control server that answers is reachable", "200 OK", false, false],
  ["P2 one that wants a password is reachable, and that is said", "401 No", true, false],
  ["P3 one with a fault is reachable and degraded", "500 Oops", false, true],
  ["P4 one that redirects is reachable and not followed", "302 Found", false, false],
] as const)
  test(name, async (t) => {
    const { url, heard } = await control(t, (socket) => {
      socket.end(`HTTP/1.1 ${line}\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n`);
    });
    const { reachable, http_status, auth_required, ...seen } = await ask(url);
    assert.deepEqual(
      [reachable, http_status, auth_required],
      [true, Number(line.slice(0, 3)), auth],
    );
    assert.deepEqual([seen.degraded, seen.reason, heard.length], [degraded, null, 1]);
    assert.ok((seen.latency_ms ?? -1) >= 0);
  });

test("P5 a closed port is refused", async (t) => {
  const { url, close } = await control(t, () => undefined);
  await close();
  const seen = await ask(url);
  assert.deepEqual([seen.reachable, seen.reason, seen.http_status], [false, "refused", null]);
});

test("P6 a control server that hangs is a timeout, within the limit", async (t) => {
  const { url } = await control(t, () => undefined);
  const began = performance.now();
  assert.equal((await ask(url, 150)).reason, "timeout");
  assert.ok(performance.now() - began < 2000);
});

test("P7 a connection that is reset is told as reset", async (t) => {
  for (const end of [(socket: Socket) => socket.resetAndDestroy(), (s: Socket) => s.destroy()]) {
    const { url } = await control(t, end);
    assert.equal((await ask(url)).reason, "reset");
  }
});

test("P8 a server that speaks no HTTP is told as that", async (t) => {
  const { url } = await control(t, (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
  const seen = await ask(url);
  assert.deepEqual([seen.reachable, seen.reason], [false, "protocol"]);
  assert.equal((await ask(url.replace("http:", "https:"))).reason, "tls");
});

test("an address that cannot be asked is a fault of the settings", async () => {
  for (const url of [
    "ftp://127.0.0.1/",
    "http://127.0.0.1:6000/",
    "http://me:pw@127.0.0.1/",
    "nonsense",
  ])
    assert.equal((await ask(url)).reason, "config", url);
});

test("P14 the body of an answer is not waited for", async (t) => {
  const { url, sockets } = await control(t, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nfirst");
  });
  assert.equal((await ask(url)).reachable, true);
  const [socket] = sockets;
  if (socket && !socket.destroyed) await once(socket, "close");
});

test("P9 P10 only names of the roster lead to a probe", async () => {
  const { get, seen } = startPortal();
  for (const tid of [
    "T11@evil",
    "T11.evil.com",
    "%54%31",
    "T11%2f..%2fx",
    "T11/../x",
    "T0",
    "T1234",
  ])
    assert.equal((await get(`/api/scope/${tid}/status`)).status, 400);
  assert.equal((await get("/api/scope/T99/status")).status, 404);
  assert.equal(seen.length, 0);
});

test("P11 P12 P13 twenty who ask for a telescope, in two spellings, make one bare request", async () => {
  const { get, seen } = startPortal();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => get(`/api/scope/${at % 2 ? "t05" : "T5"}/status`)),
  );
  assert.ok(all.every((each) => each.body.reachable));
  assert.deepEqual(
    seen.map((request) => request.url),
    ["http://t5.itelescope.net/"],
  );
  assert.equal(seen[0]?.headers.get("cookie") ?? seen[0]?.headers.get("authorization"), null);
});

test("an invented telescope leads to no request, neither to a real one of the same name nor to any", async () => {
  const { get, seen } = startPortal({}, { scopeUrlTemplate: undefined });
  const { body } = await get("/api/scope/T5/status");
  assert.deepEqual(
    [body.url, body.reachable, body.reason],
    ["http://t5.invalid/", false, "config"],
  );
  assert.deepEqual(seen, []);
});

test("names that stand for nothing are not asked, names that look like them are", async () => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(url);
    return new Response("");
  };
  const look = (url: string) => probe(telescopeAt(url), "", fetch, 5000, Date.now);
  for (const host of ["t5.invalid", "T5.Invalid.:8080", "scope.test", "a.b.example", "invalid"])
    assert.equal((await look(`http://${host}/`)).reason, "config", host);
  assert.deepEqual(asked, []);
  for (const host of ["t5.invalid.org", "notest", "127.0.0.1:8000", "localhost", "[::1]"])
    assert.equal((await look(`http://${host}/`)).reachable, true, host);
  assert.equal(asked.length, 5);
});

test("a control server that never answers is given up in time, whatever the garbage collector does", async (t) => {
  const { url } = await control(t, () => undefined);
  const collecting = collectOften(t);
  assert.equal((await Promise.race([ask(url, 200), collecting])).reason, "timeout");
});
