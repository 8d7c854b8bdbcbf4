import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { overWebDav } from "../../tools/recorder/remote/over-webdav.fixture.ts";
import { IDS, setUp } from "./uploader.fixture.ts";

const it = overWebDav();

it("a recording that is deleted while its upload rests leaves nothing there, whenever that can be done", async (t, {
  settings,
}) => {
  let rest: () => void = () => undefined;
  const { uploader, shelf, states, there, config } = await setUp(t, settings, {
    tell: ({ type }) => type === "upload-progress" && rest(),
  });
  rest = uploader.rest;
  uploader.look();
  await uploader.idle();
  rest = () => undefined;
  assert.equal((await there()).length, 1);
  for (const id of IDS) await shelf.store.remove(id);
  const endpoint = config.upload_endpoint;
  for (const each of ["http://127.0.0.1:9", endpoint]) {
    config.upload_endpoint = each;
    uploader.look();
    await uploader.idle();
  }
  assert.deepEqual(await there(), []);
  assert.deepEqual(states(), [undefined, undefined]);
  assert.deepEqual(await readdir(join(shelf.store.root, "uploads")), []);
});

it("a recording that is deleted while it goes up stays deleted", async (t, { settings }) => {
  let remove = async () => undefined as unknown;
  const { uploader, shelf, there } = await setUp(t, settings, {
    uploading: (isOn) => void (isOn && remove()),
  });
  remove = () => shelf.store.remove(IDS[0] ?? "");
  uploader.look();
  await uploader.idle();
  assert.equal(shelf.store.get(IDS[0] ?? ""), undefined);
  assert.ok(!(await there()).includes(`kitchen/2026/11/${IDS[0]}.json`));
});

it("of a recording that is deleted in the middle of its upload nothing is left there", async (t, {
  settings,
}) => {
  let remove = async () => undefined as unknown;
  const { uploader, shelf, there, states } = await setUp(t, settings, {
    tell: (news) =>
      news.type === "upload-progress" && news.recording.id === IDS[0] && void remove(),
  });
  remove = () => shelf.store.remove(IDS[0] ?? "");
  uploader.look();
  await uploader.idle();
  assert.deepEqual(states(), [undefined, "uploaded"]);
  assert.deepEqual(
    (await there()).filter((key) => key.includes(IDS[0] ?? "")),
    [],
  );
});
