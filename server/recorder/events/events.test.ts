import assert from "node:assert/strict";
import { test } from "node:test";
import { type ServerEvent, serverEvent } from "../../../tools/recorder/contract.ts";
import { DEAF, ingest, metadata, startServer, type TestServer } from "../server.fixture.ts";
import { createEventFeed, type NumberedEvent } from "./event-feed.ts";

/** Reads a stream of events until one fits; resolves with all that came, each with its id. */
async function listen(
  server: TestServer,
  isLast: (event: ServerEvent) => boolean,
  headers: Record<string, string> = {},
): Promise<{ id: string; event: ServerEvent }[]> {
  const stop = new AbortController();
  const answer = await server.ask("/events", { headers, signal: stop.signal });
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const events: { id: string; event: ServerEvent }[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (id !== undefined && data !== undefined)
        events.push({ id, event: serverEvent.parse(JSON.parse(data)) });
    }
    if (events.some(({ event }) => isLast(event))) break;
  }
  stop.abort();
  return events;
}

const isDeleted = (event: ServerEvent) => event.type === "deleted";

test("a listener hears of a recording from its arrival to its end, and can go on where it was", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const heard = listen(server, isDeleted);
  while (server.parts.feed.listeners() === 0) await new Promise((resolve) => setImmediate(resolve));
  await ingest(server, metadata("a"));
  await server.ask("/recordings/a", { method: "DELETE" });
  const events = await heard;
  const types = events.map(({ event }) => event.type);
  assert.equal(types[0], "recording");
  assert.ok(types.includes("job"));
  assert.equal(types.at(-1), "deleted");
  const first = events[0]?.id ?? "";
  const rest = await listen(server, isDeleted, { "last-event-id": first });
  assert.deepEqual(rest, events.slice(1));
});

test("a listener who comes back after a restart, or too late, is told that it missed something", async (t) => {
  const server = await startServer(t);
  const [event] = await listen(server, () => true, { "last-event-id": "17" });
  assert.equal(event?.event.type, "missed");
});

test("the events are for those with a key alone", async (t) => {
  const server = await startServer(t);
  assert.equal((await fetch(`${server.url}/api/v1/events`)).status, 401);
});

test("a server that ends does not wait for its listeners", async (t) => {
  const server = await startServer(t);
  const answer = await server.ask("/events");
  const reader = answer.body?.getReader();
  await reader?.read();
  await server.close();
  assert.equal((await reader?.read())?.done, true);
});

test("many may listen at once without a warning of the platform's", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const warnings: Error[] = [];
  const warned = (warning: Error) => void warnings.push(warning);
  process.on("warning", warned);
  t.after(() => void process.off("warning", warned));
  const stop = new AbortController();
  await Promise.all(
    Array.from({ length: 20 }, () => server.ask("/events", { signal: stop.signal })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  assert.deepEqual(
    warnings.filter(({ name }) => name === "MaxListenersExceededWarning"),
    [],
  );
});

test("a feed forgets the oldest events, and says so to who asks for them", () => {
  const feed = createEventFeed(100);
  const publish = (id: string) => feed.publish({ type: "deleted", recording_id: id });
  for (let at = 0; at < 1_500; at++) publish(`r${at}`);
  const taken = (lastId?: number) => {
    const events: NumberedEvent[] = [];
    feed.subscribe((event) => events.push(event), lastId)();
    return events;
  };
  assert.deepEqual(
    taken(200).map(({ event }) => event.type),
    ["missed"],
  );
  assert.equal(taken(1_000).length, 600);
  assert.deepEqual(taken(1_600), []);
  assert.deepEqual(
    taken(9_999).map(({ event }) => event.type),
    ["missed"],
  );
  assert.deepEqual(taken(), []);
  assert.equal(feed.listeners(), 0);
});
