import assert from "node:assert/strict";
import { test } from "node:test";
import { errorBody, type RecordingPage, recordingPage } from "../contract.ts";
import { writeCursor } from "./cursor.ts";
import { type TestSurface, testSurface } from "./surface.fixture.ts";

const AUDIO = Buffer.from("RIFF");
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, "0")}:00.000Z`;

async function page(surface: TestSurface, query: string): Promise<RecordingPage> {
  const { status, body } = await surface.json(`/recordings?${query}`);
  assert.equal(status, 200, query);
  return recordingPage.parse(body);
}

async function code(surface: TestSurface, query: string) {
  const { status, body } = await surface.json(`/recordings?${query}`);
  assert.equal(status, 400, query);
  return errorBody.parse(body).code;
}

const names = ({ items }: RecordingPage) => items.map((item) => item.id).join("");
const next = ({ next_cursor }: RecordingPage) => encodeURIComponent(next_cursor ?? "none");

test("a list comes newest first, page by page, each recording once", async (t) => {
  const surface = await testSurface(t);
  for (const [i, id] of ["c", "a", "e", "b", "d"].entries())
    await surface.shelf.add(id, AUDIO, { started_at: at(i < 2 ? 0 : i) });
  const first = await page(surface, "limit=2");
  assert.equal(names(first), "db");
  const second = await page(surface, `limit=2&cursor=${next(first)}`);
  assert.equal(names(second), "ec");
  const third = await page(surface, `limit=2&cursor=${next(second)}`);
  assert.equal(names(third), "a");
  assert.equal(third.next_cursor, null);
  assert.equal((await page(surface, "limit=5")).next_cursor, null);
});

test("a cursor goes on where it was, whatever was added or deleted since", async (t) => {
  const surface = await testSurface(t);
  for (const [i, id] of ["a", "b", "c", "d"].entries())
    await surface.shelf.add(id, AUDIO, { started_at: at(i) });
  const first = await page(surface, "limit=2");
  assert.equal(names(first), "dc");
  await surface.shelf.remove("c");
  await surface.shelf.add("n", AUDIO, { started_at: at(9) });
  assert.equal(names(await page(surface, `limit=9&cursor=${next(first)}`)), "ba");
});

test("a cursor that was changed, made up, or of another list is refused", async (t) => {
  const surface = await testSurface(t);
  for (const id of ["a", "b"]) await surface.shelf.add(id, AUDIO);
  const { next_cursor } = await page(surface, "limit=1");
  const good = next_cursor ?? "";
  const forged = Buffer.from('{"started_at":"x"}').toString("base64url");
  const other = writeCursor({ started_at: at(0), id: "a" }, { sync_state: "local" });
  const swapped = `${other.split(".")[0]}.${good.split(".")[1]}`;
  for (const cursor of [
    `${good}x`,
    `x${good}`,
    good.slice(0, -1),
    "garbage",
    forged,
    other,
    swapped,
  ])
    assert.equal(await code(surface, `cursor=${encodeURIComponent(cursor)}`), "bad_cursor", cursor);
  assert.equal(await code(surface, `cursor=${good}&sync_state=local`), "bad_cursor");
  assert.equal(await code(surface, "cursor="), "bad_query");
  assert.equal(await code(surface, `cursor=${"a".repeat(5_000)}`), "bad_query");
});

test("a limit that is none is refused, one above the most is taken as the most", async (t) => {
  const surface = await testSurface(t);
  let most = 0;
  surface.shelf.list = async (ask) => {
    most = ask.most;
    return { items: [] };
  };
  for (const limit of ["0", "-1", "abc", "1.5", "1e9", "", "%205", "%2B5", "0x10", "NaN"])
    assert.equal(await code(surface, `limit=${limit}`), "bad_query", limit);
  for (const limit of ["200", "201", "1000000000", "9".repeat(400)]) {
    await page(surface, `limit=${limit}`);
    assert.equal(most, 201);
  }
  await page(surface, "");
  assert.equal(most, 51);
});

test("a state that is none, and a parameter given twice, are refused without being repeated", async (t) => {
  const surface = await testSurface(t);
  for (const query of ["sync_state=done", "sync_state=", "limit=1&limit=2", "limit=5&limit=5"])
    assert.equal(await code(surface, query), "bad_query", query);
  const { body } = await surface.json("/recordings?sync_state=%3Cscript%3E");
  assert.doesNotMatch(JSON.stringify(body), /script/);
  assert.deepEqual((await page(surface, "unknown=1&__proto__=1")).items, []);
});

test("a list of one state holds that state alone", async (t) => {
  const surface = await testSurface(t);
  await surface.shelf.add("a", AUDIO, { sync_state: "uploaded" });
  await surface.shelf.add("b", AUDIO);
  assert.equal(names(await page(surface, "sync_state=uploaded")), "a");
});
