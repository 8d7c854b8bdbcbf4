import assert from "node:assert/strict";
import { test } from "node:test";
import { list, message, type Session, session } from "./test-session.ts";

const FILESETS = "/mgmt/v3/filesystems/fs1/filesets";

async function names(at: Session, filter: string, path = FILESETS): Promise<string[]> {
  const answer = await at.ask("GET", `${path}?filter=${encodeURIComponent(filter)}`);
  assert.equal(answer.status, 200, answer.text);
  return list<{ filesetName: string }>(answer, "filesets").map((one) => one.filesetName);
}

test("10,000 filesets come in pages of 1,000, each once, and quickly", async () => {
  const started = performance.now();
  const { ask } = session({ filesets: 10_000 });
  const seen = new Set<unknown>();
  let path: string | undefined = FILESETS;
  let pages = 0;
  while (path !== undefined) {
    const answer = await ask("GET", path);
    const page = list(answer, "filesets");
    assert.ok(page.length <= 1000);
    for (const one of page) seen.add(one.filesetName);
    const paging = answer.json.paging as { next: string; lastId: number } | undefined;
    assert.ok(paging === undefined || Number.isInteger(paging.lastId));
    path = paging?.next;
    pages++;
  }
  assert.equal(seen.size, 10_000);
  assert.equal(pages, 10);
  assert.ok(performance.now() - started < 3000);
});

test("a list that fits has no paging, and `next` keeps filter and fields", async () => {
  const small = session();
  assert.equal((await small.ask("GET", FILESETS)).json.paging, undefined);

  const { ask } = session({ filesets: 3000 });
  const first = await ask("GET", `${FILESETS}?fields=config.id&filter=config.status%3DLinked`);
  const { next, baseUrl, filter, fields } = first.json.paging as Record<string, string>;
  assert.equal(baseUrl, FILESETS);
  assert.equal(filter, "config.status=Linked");
  assert.equal(fields, "config.id");
  const [one] = list<{ config: object }>(await ask("GET", next ?? ""), "filesets");
  assert.deepEqual(Object.keys(one?.config ?? {}), ["id", "status"]);
});

test("paging goes on where it was when an object of an earlier page is deleted meanwhile", async () => {
  const { ask, work } = session({ filesets: 1200 });
  const first = await ask("GET", FILESETS);
  const { next } = first.json.paging as { next: string };
  await work("DELETE", `${FILESETS}/old-home`);
  assert.equal(list(await ask("GET", next), "filesets").length, 200);
});

test("conditions are joined by commas, and strings are equal or not", async () => {
  const at = session();
  assert.deepEqual(await names(at, "config.status=Unlinked"), ["lidar-2024", "old-home"]);
  assert.deepEqual(await names(at, "config.status=Unlinked,filesetName!=old-home"), ["lidar-2024"]);
  assert.equal((await names(at, "config.status!=Unlinked")).length, 24);
});

test("a value in triple quotes is a regular expression for the whole value", async () => {
  const at = session();
  assert.deepEqual(await names(at, "filesetName='''lidar-.*'''"), ["lidar-2026", "lidar-2024"]);
  assert.deepEqual(await names(at, "filesetName='''lidar'''"), []);
  assert.deepEqual(await names(at, "filesetName='''(home|a[a-z]{3})''',config.path='''.*s'''"), [
    "apps",
  ]);
});

test("plain quotes around a value are forgiven, and so is a field written with `config` before it", async () => {
  const at = session();
  for (const filter of ["filesetName='home'", 'filesetName="home"', "config.filesetName=home"])
    assert.deepEqual(await names(at, filter), ["home"]);
});

test("quotes need not be percent-encoded", async () => {
  const { ask } = session();
  const answer = await ask("GET", `${FILESETS}?filter=filesetName='''ho.e'''`);
  assert.equal(list(answer, "filesets").length, 1);
});

test("numbers have < and >, booleans only = and !=", async () => {
  const at = session();
  assert.deepEqual(await names(at, "config.id<2"), ["root", "home"]);
  assert.deepEqual(await names(at, "config.id>1,config.id<4"), ["apps", "scratch"]);
  assert.deepEqual(await names(at, "config.id=3"), ["scratch"]);
  const independent = await names(at, "config.isInodeSpaceOwner=true");
  const dependent = await names(at, "config.isInodeSpaceOwner=False");
  assert.equal(independent.length + dependent.length, 26);
  assert.ok(dependent.includes("legal"));
});

test("what the filter language does not have is refused with 400", async () => {
  const { ask } = session();
  for (const filter of [
    "config.id>=3",
    "config.id==3",
    "(config.id=3)",
    "filesetName='''[''' ",
    "filesetName='''open",
    "filesetName<b",
    "nosuchfield=3",
    "config.id=3,",
    "filesetName like 'x'",
  ]) {
    const answer = await ask("GET", `${FILESETS}?filter=${encodeURIComponent(filter)}`);
    assert.equal(answer.status, 400, filter);
    assert.equal(message(answer), "Invalid value in 'filter'");
  }
});

test("fields in a filter are shown besides the key fields", async () => {
  const { ask } = session();
  const answer = await ask("GET", `${FILESETS}?fields=:none:&filter=config.inodeSpace%3D1`);
  assert.deepEqual(list(answer, "filesets"), [
    { filesetName: "home", filesystemName: "fs1", config: { inodeSpace: 1 } },
  ]);
});

test("fields are all, none, names, dotted names or whole parents; unknown ones are passed over", async () => {
  const { ask } = session();
  const shown = async (fields: string) =>
    list<Record<string, object>>(
      await ask("GET", `${FILESETS}/home?fields=${fields}`),
      "filesets",
    )[0];
  assert.deepEqual(await shown(":none:"), { filesetName: "home", filesystemName: "fs1" });
  assert.deepEqual(Object.keys((await shown("config.comment,config.id"))?.config ?? {}), [
    "comment",
    "id",
  ]);
  assert.equal(Object.keys((await shown("config"))?.config ?? {}).length, 15);
  assert.equal(Object.keys((await shown("config.id,config"))?.config ?? {}).length, 15);
  assert.deepEqual(await shown("afm"), { filesetName: "home", filesystemName: "fs1" });
  assert.deepEqual(await shown(":all:"), await shown(""));
});

test("a list of filesets shows keys, path and status unless fields are asked for", async () => {
  const { ask } = session();
  const [, home] = list(await ask("GET", FILESETS), "filesets");
  assert.deepEqual(home, {
    filesetName: "home",
    filesystemName: "fs1",
    config: { path: "/gpfs/fs1/home", status: "Linked" },
  });
});

test("`fields=mount` of a filesystem shows where it is mounted and nothing else", async () => {
  const { ask } = session();
  const [fs1] = list(await ask("GET", "/mgmt/v3/filesystems/fs1?fields=mount"), "filesystems");
  assert.deepEqual(Object.keys(fs1 ?? {}), ["name", "mount"]);
});

test("`:all:` in place of a filesystem or a fileset means all of them", async () => {
  const { ask } = session();
  const all = list(await ask("GET", "/mgmt/v3/filesystems/:all:/filesets"), "filesets");
  assert.equal(all.length, 31);
  const snapshots = list(await ask("GET", `${FILESETS}/:all:/snapshots`), "snapshots");
  assert.ok(snapshots.length > 30);
  const latest = list(await ask("GET", `${FILESETS}/:all:/snapshots/latest`), "snapshots");
  assert.equal(new Set(latest.map((one) => one.filesetName)).size, latest.length);
});
