import assert from "node:assert/strict";
import { test } from "node:test";
import { errorBody, recordingPage } from "../contract.ts";
import { READ_TOKEN, type TestSurface, testSurface } from "./surface.fixture.ts";

const AUDIO = Buffer.from("RIFF and so on");

async function refused(answer: Response, status: number, code: string): Promise<void> {
  assert.equal(answer.status, status, code);
  const body = errorBody.parse(await answer.json());
  assert.equal(body.code, code);
}

async function ids(surface: TestSurface, query = ""): Promise<string[]> {
  const { body } = await surface.json(`/recordings${query}`);
  return recordingPage.parse(body).items.map((item) => item.id);
}

test("without a token that is known there is nothing but whether it lives", async (t) => {
  const surface = await testSurface(t);
  await surface.shelf.add("a", AUDIO);
  const wrong = ["none", "Basic YTpi", "Bearer", "Bearer ", "Bearer wrong", "Bearer a b", "a"];
  const odd = ["Bearer t\u00f6ken", `Bearer ${"x".repeat(1 << 20)}`, "Bearer null"];
  for (const authorization of [...wrong, ...odd])
    for (const path of ["/recordings", "/recordings/a", "/recordings/a/audio", "/nowhere"]) {
      const answer = await surface.ask(path, { headers: { authorization } });
      assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer realm=/);
      await refused(answer, 401, "unauthorized");
    }
  await refused(
    await surface.ask("/recordings/a", { method: "DELETE", headers: { authorization: "none" } }),
    401,
    "unauthorized",
  );
  const health = await surface.ask("/health", { headers: { authorization: "none" } });
  assert.deepEqual(await health.json(), { status: "ok", version: "0.0.0" });
  assert.deepEqual(await ids(surface), ["a"]);
});

test("the scheme of a token is read in any case", async (t) => {
  const { ask } = await testSurface(t);
  const headers = { authorization: `bEARER  ${READ_TOKEN}` };
  assert.equal((await ask("/recordings", { headers })).status, 200);
});

test("an owner can open the listing to the network, and nothing else", async (t) => {
  const surface = await testSurface(t);
  await surface.shelf.add("a", AUDIO);
  surface.listing.isOpen = true;
  const headers = { authorization: "none" };
  assert.equal((await surface.ask("/recordings", { headers })).status, 200);
  assert.equal((await surface.ask("/recordings/a", { headers })).status, 401);
  assert.equal((await surface.ask("/recordings/a/audio", { headers })).status, 401);
  const wrong = { authorization: "Bearer wrong" };
  assert.equal((await surface.ask("/recordings", { headers: wrong })).status, 401);
});

test("a key that only reads deletes nothing", async (t) => {
  const surface = await testSurface(t);
  await surface.shelf.add("a", AUDIO);
  const headers = { authorization: `Bearer ${READ_TOKEN}` };
  await refused(
    await surface.ask("/recordings/a", { method: "DELETE", headers }),
    403,
    "insufficient_scope",
  );
  assert.deepEqual(await ids(surface), ["a"]);
});

test("what a web page elsewhere could send is refused, token or not", async (t) => {
  const { ask } = await testSurface(t);
  const from = async (headers: Record<string, string>) => ask("/recordings", { headers });
  await refused(await from({ host: "evil.example" }), 403, "host_not_allowed");
  await refused(await from({ origin: "https://evil.example" }), 403, "origin_not_allowed");
  await refused(await from({ "sec-fetch-site": "cross-site" }), 403, "origin_not_allowed");
});

test("an address that is not there is told from a method that it does not know", async (t) => {
  const { ask } = await testSurface(t);
  await refused(await ask("/nowhere"), 404, "not_found");
  const answer = await ask("/recordings/a", { method: "PATCH" });
  assert.equal(answer.headers.get("allow"), "HEAD, GET, DELETE");
  await refused(answer, 405, "method_not_allowed");
});

test("a recording is deleted once; one that is being made is not", async (t) => {
  const surface = await testSurface(t);
  await surface.shelf.add("a", AUDIO);
  await surface.shelf.add("b", AUDIO);
  surface.shelf.making = "b";
  const remove = (id: string) => surface.ask(`/recordings/${id}`, { method: "DELETE" });
  const gone = await remove("a");
  assert.equal(gone.status, 204);
  assert.equal(await gone.text(), "");
  await refused(await remove("a"), 404, "recording_not_found");
  await refused(await remove("b"), 409, "in_progress");
  assert.deepEqual(await ids(surface), ["b"]);
});

test("an id that is none names no recording", async (t) => {
  const { ask } = await testSurface(t);
  for (const id of ["%2e%2e%2fetc", "..%5c", "%00", "%C3%A9", "a%20b", ".a", "a".repeat(10_000)])
    for (const rest of ["", "/audio"])
      await refused(await ask(`/recordings/${id}${rest}`), 404, "recording_not_found");
});

test("a failure inside is told without its words and reported with them", async (t) => {
  const surface = await testSurface(t);
  surface.shelf.get = () => Promise.reject(new Error("secret words"));
  const answer = await surface.ask("/recordings/a");
  assert.equal(answer.status, 500);
  assert.doesNotMatch(await answer.text(), /secret words/);
  assert.match(String(surface.bugs[0]?.cause), /secret words/);
});

test("a system that is out of something says so, and which", async (t) => {
  const surface = await testSurface(t);
  const answers = { ENOSPC: [507, "disk_full"], EDQUOT: [507, "disk_full"] } as const;
  const others = ["EROFS", "EMFILE", "ENFILE", "EIO"].map((code) => [code, [503, "unavailable"]]);
  for (const [code, [status, told]] of [...Object.entries(answers), ...others] as const) {
    surface.shelf.get = () => Promise.reject(Object.assign(new Error(), { code }));
    await refused(await surface.ask("/recordings/a"), Number(status), String(told));
  }
  assert.deepEqual(surface.bugs, []);
});

test("every answer keeps a browser from guessing at it or keeping it", async (t) => {
  const { ask } = await testSurface(t);
  for (const path of ["/recordings", "/recordings/none", "/health"]) {
    const { headers } = await ask(path);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cache-control"), "no-store");
  }
});
