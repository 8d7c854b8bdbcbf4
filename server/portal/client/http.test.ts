import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { CookieJar } from "tough-cookie";
import { collectOften } from "../collect-often.fixture.ts";
import { exchange } from "./http.ts";

test("a portal that never answers is given up in time, whatever the garbage collector does", async (t) => {
  const silent = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo; // it listens on a port
  const origin = `http://127.0.0.1:${port}`;
  const line = {
    origin,
    fetch: (request: Request) => fetch(request),
    limit: <T>(work: () => Promise<T>) => work(),
    timeoutMs: 200,
  };
  const collecting = collectOften(t);
  const asked = exchange(line, new CookieJar(), new URL("/x", origin), {});
  await assert.rejects(Promise.race([asked, collecting]), { code: "portal_timeout" });
});
