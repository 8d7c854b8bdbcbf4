import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ingest,
  metadata,
  scripted,
  startServer,
  until,
  wav,
} from "../../server/recorder/server.fixture.ts";
import { stage } from "./stage.fixture.ts";

/** Noon of a day of this machine's clock, so that it is of that day whatever the zone. */
function noon(daysAgo: number): string {
  const day = new Date();
  day.setDate(day.getDate() - daysAgo);
  day.setHours(12, 0, 0, 0);
  return day.toISOString();
}

test("what was said and what was recorded is found by its day", async (t) => {
  const server = await startServer(t);
  for (const daysAgo of [0, 1, 2])
    await ingest(server, metadata(`ago${daysAgo}`, { started_at: noon(daysAgo) }), wav());
  await until(server, () => server.parts.queue.counts().done === 6);
  const { done, refused } = await stage(t, { server: { url: server.url, token: server.secret } });
  const found = async (tool: string, args: Record<string, unknown>) => {
    const told = JSON.stringify((await done(tool, args)).data);
    return ["ago0", "ago1", "ago2"].filter((id) => told.includes(`"${id}"`));
  };
  const search = (day: object) => found("recording_search", { words: "milk", ...day });
  assert.deepEqual(await search({}), ["ago0", "ago1", "ago2"]);
  assert.deepEqual(await search({ day: "yesterday" }), ["ago1"]);
  assert.deepEqual(await search({ day: "today", limit: 1 }), ["ago0"]);
  assert.deepEqual(await search({ day: "2001-01-01" }), []);
  assert.deepEqual(await found("recording_list", { day: "yesterday" }), ["ago1"]);
  for (const day of ["2026-13-45", "tomorrow"]) {
    const { message, advice = "" } = await refused("recording_search", { words: "milk", day });
    assert.match(`${message} ${advice}`, /no day 2026-13-45|YYYY-MM-DD/);
  }
});

test("an export that comes too early says what it waits for, and the command that helps", async (t) => {
  const reason = "There is none. Install it with: apt-get install ears";
  const missing = { state: "missing", reason, install: "nothing" } as const;
  const server = await startServer(t, {
    transcriber: { ...scripted(), check: async () => missing },
  });
  await ingest(server, metadata("early"), wav());
  await until(server, () => server.parts.queue.counts().waiting > 0);
  const { refused } = await stage(t, {
    server: { url: server.url, token: server.secret },
    folders: [server.folder],
  });
  const { advice } = await refused("recording_export", { recording: "early", format: "srt" });
  assert.match(advice ?? "", /transcription is waiting.*apt-get install ears/);
});
