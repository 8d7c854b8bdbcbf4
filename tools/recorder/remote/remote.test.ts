import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { HubError, type Problem } from "../../kit/errors.ts";
import { begunBytes, begunUploads, cephRgw, RGW_PROGRAMS } from "./ceph-rgw.fixture.ts";
import { has } from "./programs.fixture.ts";
import { openRemote, type Remote, type RemoteFile, type RemoteNote } from "./remote.ts";
import { apacheDav, rcloneDav, type StorageServer } from "./webdav-servers.fixture.ts";

const MIB = 1024 * 1024;
const never = new AbortController().signal;

const SERVERS = [
  {
    name: "Apache mod_dav",
    programs: ["apache2", "htpasswd"],
    packages: "apache2 apache2-utils",
    open: apacheDav,
  },
  { name: "rclone's WebDAV", programs: ["rclone"], packages: "rclone", open: rcloneDav },
  {
    name: "Ceph's S3",
    programs: RGW_PROGRAMS,
    packages: "ceph-mon ceph-osd ceph-mgr ceph-common radosgw",
    open: cephRgw,
  },
];

for (const { name, programs, packages, open } of SERVERS) {
  let running: Promise<StorageServer> | undefined;
  after(async () => (await running)?.close());

  const it = (what: string, body: (world: World) => Promise<void>) =>
    void test(`${name}: ${what}`, async (t) => {
      if (!has(t, programs, packages)) return;
      running ??= open();
      await body(await worldOf(t, await running));
    });

  it("a file that was put is there, byte for byte, listed and read", async ({ remote, file }) => {
    const audio = await file(300_000);
    await remote.put("kitchen/2026/11/one.wav", audio, plainly());
    const listed = await all(remote, "kitchen/2026/11");
    assert.deepEqual(
      listed.map(({ key, size_bytes }) => [key, size_bytes]),
      [["kitchen/2026/11/one.wav", 300_000]],
    );
    const found = await remote.read("kitchen/2026/11/one.wav", MIB, never);
    assert.equal(hashOf(found), audio.sha256);
    const rest: Buffer[] = [];
    for await (const piece of await remote.open("kitchen/2026/11/one.wav", 299_000, never))
      rest.push(piece);
    assert.deepEqual(Buffer.concat(rest), found.subarray(299_000));
  });

  it("names with spaces, dots and other letters keep them", async ({ remote, file }) => {
    const key = "names/küche & co/a+b (1).wav";
    await remote.put(key, await file(10), plainly());
    assert.deepEqual(
      (await all(remote, "names")).map((entry) => entry.key),
      [key],
    );
  });

  it("putting the same again is done at once; other bytes are refused and touch nothing", async ({
    remote,
    file,
  }) => {
    const first = await file(5_000);
    await remote.put("again/one.wav", first, plainly());
    await remote.put("again/one.wav", first, plainly());
    await refused(remote.put("again/one.wav", await file(5_000), plainly()), "changed");
    assert.equal(hashOf(await remote.read("again/one.wav", MIB, never)), first.sha256);
    assert.equal((await all(remote, "again")).length, 1);
  });

  for (const size of [4_000, 17 * MIB])
    it(`a file of ${size} bytes that no longer has its hash leaves nothing there`, async ({
      remote,
      file,
    }) => {
      const lying = { ...(await file(size)), sha256: hashOf(Buffer.from("something else")) };
      await assert.rejects(remote.put(`lying/${size}.wav`, lying, plainly()), HubError);
      assert.deepEqual(await all(remote, "lying"), []);
    });

  it("an upload that was interrupted goes on and ends whole, with nothing left over", async ({
    remote,
    file,
  }) => {
    const audio = await file(36 * MIB);
    const note = notebook();
    const stop = new AbortController();
    const onProgress = (bytes: number) => bytes >= 16 * MIB && stop.abort();
    await assert.rejects(
      remote.put("cut/long.wav", audio, { signal: stop.signal, note, onProgress }),
    );
    assert.deepEqual(
      (await all(remote, "cut")).filter(({ key }) => key.endsWith("long.wav")),
      [],
    );
    await remote.put("cut/long.wav", audio, { signal: never, note });
    assert.deepEqual(
      (await all(remote, "cut")).map(({ key, size_bytes }) => [key, size_bytes]),
      [["cut/long.wav", 36 * MIB]],
    );
    assert.equal(await hashAt(remote, "cut/long.wav"), audio.sha256);
  });

  it("a server that goes away in the middle is said to be unreachable, and gets the rest when it is back", async ({
    remote,
    file,
    server,
  }) => {
    const audio = await file(40 * MIB);
    const note = notebook();
    let stopping: Promise<void> | undefined;
    const onProgress = (bytes: number) => {
      if (bytes >= 8 * MIB) stopping ??= server.stop();
    };
    await refused(
      remote.put("gone/long.wav", audio, { signal: never, note, onProgress }),
      "unavailable",
    );
    await stopping;
    await refused(remote.read("gone/long.wav", MIB, never), "unavailable");
    await server.start();
    await remote.put("gone/long.wav", audio, { signal: never, note });
    assert.equal(await hashAt(remote, "gone/long.wav"), audio.sha256);
    assert.equal((await all(remote, "gone")).length, 1);
  });

  it("an upload that was begun and never noted is taken away by the next attempt, and no other's", async ({
    remote,
    file,
    server,
  }) => {
    const audio = await file(17 * MIB);
    const lost = { kept: undefined, keep: () => Promise.reject(new Error("the power is gone")) };
    const neighbour = "begun/long.wav.of-another";
    for (const key of ["begun/long.wav", neighbour])
      await assert.rejects(remote.put(key, audio, { signal: never, note: lost }), /power is gone/);
    await remote.put("begun/long.wav", audio, plainly());
    assert.equal(await hashAt(remote, "begun/long.wav"), audio.sha256);
    if (server.settings.target === "s3")
      assert.deepEqual(await begunBytes(server.settings), [
        { key: `of-me/${neighbour}`, bytes: 0 },
      ]);
    await remote.put(neighbour, audio, plainly());
    assert.equal((await all(remote, "begun")).length, 2);
    if (server.settings.target === "s3") assert.deepEqual(await begunUploads(server.settings), []);
  });

  it("an upload that is withdrawn leaves nothing, and a whole file stays", async (world) => {
    const { remote, file, server } = world;
    const audio = await file(36 * MIB);
    const note = notebook();
    const stop = new AbortController();
    const onProgress = (bytes: number) => bytes >= 8 * MIB && stop.abort();
    await assert.rejects(
      remote.put("back/a.wav", audio, { signal: stop.signal, note, onProgress }),
    );
    await remote.withdraw("back/a.wav", note.kept ?? {}, never);
    assert.deepEqual(await all(remote, "back"), []);
    if (server.settings.target === "s3") assert.deepEqual(await begunUploads(server.settings), []);
    const again = notebook();
    await remote.put("back/a.wav", audio, { signal: never, note: again });
    await remote.withdraw("back/a.wav", again.kept ?? {}, never);
    assert.equal(await hashAt(remote, "back/a.wav"), audio.sha256);
  });

  it("a wrong account, a missing file and a file that is too large are told apart", async ({
    remote,
    file,
    server,
  }) => {
    const stranger = await openRemote({ ...server.settings, secretKey: "wrong" });
    await refused(stranger.put("no/one.wav", await file(10), plainly()), "sign-in");
    await stranger.close();
    await refused(remote.read("no/one.wav", MIB, never), "not-found");
    await refused(remote.open("no/one.wav", 0, never), "not-found");
    await remote.put("large/one.wav", await file(2_000), plainly());
    await refused(remote.read("large/one.wav", 1_000, never), "limit");
    assert.deepEqual(await all(remote, "nothing-here"), []);
  });
}

type World = {
  server: StorageServer;
  remote: Remote;
  file: (bytes: number) => Promise<RemoteFile>;
};

async function worldOf(t: TestContext, server: StorageServer): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-remote-"));
  const remote = await openRemote(server.settings);
  t.after(async () => {
    await remote.close();
    await rm(folder, { recursive: true });
  });
  let count = 0;
  return {
    server,
    remote,
    async file(bytes) {
      const path = join(folder, `${count++}`);
      const content = randomBytes(bytes);
      await writeFile(path, content);
      return { path, size_bytes: bytes, sha256: hashOf(content) };
    },
  };
}

function notebook() {
  const note = {
    kept: undefined as RemoteNote | undefined,
    keep: async (kept: RemoteNote) => {
      note.kept = kept;
    },
  };
  return note;
}

const plainly = () => ({ signal: never, note: notebook() });

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

async function hashAt(remote: Remote, key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await remote.open(key, 0, never)) hash.update(piece);
  return hash.digest("hex");
}

async function all(remote: Remote, prefix: string) {
  const found = [];
  for await (const entry of remote.list(prefix, never)) found.push(entry);
  return found;
}

async function refused(work: Promise<unknown>, problem: Problem): Promise<void> {
  await assert.rejects(work, (thrown) => {
    assert.ok(thrown instanceof HubError, String(thrown));
    assert.equal(thrown.problem, problem, thrown.message);
    return true;
  });
}
