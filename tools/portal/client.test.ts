import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { HubError, sentence } from "../kit/errors.ts";
import { serveHere } from "../kit/serve-here.fixture.ts";
import { createPortalClient, type PortalWorld } from "./client.ts";
import { ERROR_STATUS } from "./contract.ts";

const calm = new AbortController().signal;

async function failing(asked: Promise<unknown>): Promise<HubError> {
  try {
    await asked;
  } catch (thrown) {
    assert.ok(thrown instanceof HubError, String(thrown));
    return thrown;
  }
  throw new Error("it went through");
}

/** A client of a wrapper that is not one: a server on a free port that answers as it is told. */
async function against(t: TestContext, answer: RequestListener, world: Partial<PortalWorld> = {}) {
  return createPortalClient({ url: await serveHere(t, answer), ...world });
}

test("where nothing listens it says so, and names the command that starts the wrapper", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  await once(server, "close");
  const client = createPortalClient({ url: `http://127.0.0.1:${port}` });
  const error = await failing(client.health(calm));
  assert.equal(error.problem, "unavailable");
  assert.match(sentence(error), new RegExp(`127\\.0\\.0\\.1:${port}.*\`outpost portal\``));
  t.diagnostic(sentence(error));
});

test("only this machine is asked over plain http, and only an address without a path", () => {
  for (const url of ["http://portal.example", "ftp://127.0.0.1", "x", "http://127.0.0.1/api"])
    assert.throws(() => createPortalClient({ url }), /PORTAL_API_URL/, url);
  for (const url of ["http://localhost:8000/", "http://[::1]:8000", "https://portal.example"])
    createPortalClient({ url });
});

test("a redirect is not followed", async (t) => {
  let asked = 0;
  const client = await against(t, (_, response) => {
    asked++;
    response.writeHead(302, { location: "/api/health" }).end();
  });
  const error = await failing(client.weather(calm));
  assert.match(error.message, /redirect/);
  assert.equal(asked, 1);
});

test("a wrapper that hangs is given up, and so is a call that is stopped", async (t) => {
  const client = await against(t, () => undefined, { requestMs: 60 });
  assert.equal((await failing(client.weather(calm))).problem, "timed-out");
  const stop = new AbortController();
  const asked = client.weather(stop.signal);
  stop.abort();
  await assert.rejects(asked, { name: "AbortError" });
});

test("an answer without end is cut off", async (t) => {
  const client = await against(t, (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
    };
    response.on("drain", more);
    more();
  });
  assert.match((await failing(client.weather(calm))).message, /larger than 8 MiB/);
});

test("what is not the contract's JSON is told as that, and never half used", async (t) => {
  const bodies = ["<html>", "{}", '{"sites":[{"site":"SSO","state":"splendid"}]}', ""];
  const client = await against(t, (_, response) => response.end(bodies.shift()));
  for (let i = 0; i < 4; i++)
    assert.match((await failing(client.weather(calm))).message, /not JSON|shape/);
});

test("every error code of the wrapper has its problem, and an unknown answer is none of a wrapper", async (t) => {
  const body = (code: string) => JSON.stringify({ error: "It went wrong.", detail: "Do x.", code });
  let code = "";
  const client = await against(t, (_, response) => {
    response.statusCode = code in ERROR_STATUS ? ERROR_STATUS[code as "internal"] : 418;
    response.end(body(code));
  });
  const problems: Record<string, string> = {};
  for (code of Object.keys(ERROR_STATUS))
    problems[code] = (await failing(client.weather(calm))).problem;
  assert.equal(problems.unknown_site, "not-found");
  assert.equal(problems.path_blocked, "not-allowed");
  assert.equal(problems.portal_login_failed, "sign-in");
  assert.equal(problems.portal_timeout, "timed-out");
  assert.equal(problems.rate_limited, "limit");
  assert.ok(!Object.values(problems).includes("bug"));
  code = "teapot";
  assert.match(sentence(await failing(client.weather(calm))), /status 418.*PORTAL_API_URL/);
});

test("the token goes to the wrapper and appears in no error", async (t) => {
  const seen: unknown[] = [];
  const token = "a-token-of-the-wrapper-0123456789";
  const answer: RequestListener = (request, response) => {
    seen.push(request.headers.authorization, request.method);
    response.writeHead(401).end(`{"error":"No.","detail":"","code":"unauthorized"}`);
  };
  const client = await against(t, answer, { token });
  const error = await failing(client.weather(calm));
  assert.deepEqual(seen, [`Bearer ${token}`, "GET"]);
  assert.equal(error.problem, "sign-in");
  assert.match(sentence(error), /PORTAL_TOKEN/);
  assert.doesNotMatch(sentence(error), /0123456789/);
});
