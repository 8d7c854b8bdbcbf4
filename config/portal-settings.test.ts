import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { readSettings } from "./read.ts";

function place(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "outpost-portal-settings-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
    return join(folder, name);
  };
  const read = (env: Record<string, string> = {}) =>
    readSettings({ env, cwd: folder, configFolder: folder });
  return { folder, put, read };
}

suite("settings of the portal", () => {
  test("without any of them the wrapper listens on loopback and reads nothing but what passes the guard", (t) => {
    const { settings } = place(t).read();
    assert.deepEqual(settings.PORTAL_LISTEN, { host: "127.0.0.1", port: 8000 });
    assert.equal(settings.PORTAL_RAW, "guarded");
    assert.equal(settings.PORTAL_RAW_TOOL, false);
    assert.equal(settings.PORTAL_URL, undefined);
  });

  test("half an account is no problem: the wrapper serves what needs none, and names what is missing", (t) => {
    assert.equal(place(t).read({ PORTAL_URL: "https://portal.example" }).ok, true);
  });

  test("an address with a path, a port that is none and a login path that leads elsewhere are problems", (t) => {
    const { read } = place(t);
    for (const [name, value] of [
      ["PORTAL_URL", "https://portal.example/login"],
      ["PORTAL_URL", "ftp://portal.example"],
      ["PORTAL_URL", "https://ada:secret@portal.example"],
      ["PORTAL_API_URL", "127.0.0.1:8000"],
      ["PORTAL_LISTEN", "127.0.0.1:99999"],
      ["PORTAL_LISTEN", "[nowhere]:80"],
      ["PORTAL_LOGIN_PATH", "//evil.example/"],
      ["PORTAL_LOGIN_PATH", "login"],
      ["PORTAL_RAW", "all"],
      ["PORTAL_TOKEN", "short"],
    ] as const) {
      const reading = read({ [name]: value });
      assert.ok(!reading.ok, `${name}=${value}`);
      assert.equal(reading.problems[0]?.name, name);
    }
  });

  test("an address of IPv6 stands in brackets", (t) => {
    const { settings } = place(t).read({ PORTAL_LISTEN: "[::1]:9000" });
    assert.deepEqual(settings.PORTAL_LISTEN, { host: "::1", port: 9000 });
  });

  test("a path of a file starts where it is written, and the file need not be there yet", (t) => {
    const { folder, put, read } = place(t);
    mkdirSync(join(folder, "inner"));
    put(".env", "PORTAL_ROSTER_FILE=inner/telescopes.csv\n");
    const { settings } = read();
    assert.equal(settings.PORTAL_ROSTER_FILE, join(folder, "inner/telescopes.csv"));
  });

  test("the map is read from its file, and has to be JSON", (t) => {
    const { put, read } = place(t);
    const good = put("map.json", '{"login":"/Login.aspx"}');
    assert.deepEqual(read({ PORTAL_MAP_FILE: good }).settings.PORTAL_MAP, { login: "/Login.aspx" });
    const bad = put("bad.json", "{login}");
    assert.equal(read({ PORTAL_MAP_FILE: bad }).ok, false);
  });

  test("a password that a group can read is a warning, and one that everybody can read is a problem", (t) => {
    const { put, read } = place(t);
    const path = put(".env", "PORTAL_PASSWORD=correct horse\n", 0o640);
    const reading = read();
    assert.equal(reading.ok, true);
    assert.equal(reading.settings.PORTAL_PASSWORD?.reveal(), "correct horse");
    const [warning] = reading.warnings;
    assert.equal(warning?.name, path);
    assert.match(warning?.fix ?? "", /chmod 600/);
    const file = put("password", "correct horse", 0o640);
    put(".env", "");
    assert.equal(read({ PORTAL_PASSWORD_FILE: file }).warnings[0]?.name, "PORTAL_PASSWORD_FILE");
    chmodSync(file, 0o644);
    assert.equal(read({ PORTAL_PASSWORD_FILE: file }).ok, false);
  });

  test("a reading names every file that it depends on, be it there or not", (t) => {
    const { folder, put, read } = place(t);
    const file = put("password", "p");
    const { files } = read({ PORTAL_PASSWORD_FILE: file });
    assert.deepEqual(files, [join(folder, ".env"), join(folder, "config.json"), file]);
  });
});
