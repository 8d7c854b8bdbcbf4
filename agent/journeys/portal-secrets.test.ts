import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { serveFakePortal } from "../../server/portal/simulator/serve.ts";
import { newHome } from "./tmux.fixture.ts";

const MAIN = join(import.meta.dirname, "../main.ts");
const USER = "stargazer-of-the-test";
const PASSWORD = "p&=+%#é 漢 secret";

/** `outpost portal` in folders of its own, and everything that it writes to its outputs and to the disk. */
async function runPortal(t: TestContext, portalUrl: string, password: string) {
  const { env } = newHome(t);
  const home = env.HOME ?? "";
  const folders = ["cwd", "tmp"].map((name) => join(home, name));
  for (const folder of folders) mkdirSync(folder);
  const [cwd = "", TMPDIR = ""] = folders;
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), MAIN, "portal", "--port", "0"],
    {
      cwd,
      env: {
        ...env,
        TMPDIR,
        TSX_DISABLE_CACHE: "1",
        PORTAL_URL: portalUrl,
        PORTAL_USERNAME: USER,
        PORTAL_PASSWORD: password,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = once(child, "close");
  t.after(() => void child.kill("SIGKILL"));
  let written = "";
  const url = await new Promise<string>((resolve) => {
    const take = (chunk: Buffer) => {
      written += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(written)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    void ended.then(() => resolve(""));
  });
  assert.notEqual(url, "", written);
  return {
    get: async (path: string) => (await fetch(`${url}${path}`)).text(),
    /** Ends it; what it wrote on its outputs, and the text of every file it left. */
    async end() {
      child.kill("SIGTERM");
      await ended;
      const files = readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return {
        written,
        files,
        texts: files.map((file) => readFileSync(file, "latin1")).join("\n"),
      };
    },
  };
}

const ADDRESSES = [
  "/api/health",
  "/api/account",
  "/api/plans",
  "/api/weather",
  "/api/reservations",
  "/api/raw?path=/Launchpad.aspx",
  "/api/raw?path=/",
  "/api/tonight",
  "/",
];
const SECRET = /stargazer-of|p&=\+%|secret|p%26%3D|ASPXAUTH|SessionId=/;

for (const [how, password] of [
  ["signs in", PASSWORD],
  ["is refused", `${PASSWORD}!`],
] as const)
  test(`L21 L22 a portal that ${how} leaves no credential in an answer, a log or a file, and no cookie on disk`, async (t) => {
    const fake = await serveFakePortal({ switches: { username: USER, password: PASSWORD } });
    t.after(fake.close);
    const portal = await runPortal(t, fake.url, password);
    for (const path of ADDRESSES) assert.doesNotMatch(await portal.get(path), SECRET, path);
    const { written, files, texts } = await portal.end();
    assert.equal(fake.state.loginPosts, 1);
    assert.doesNotMatch(written, SECRET);
    assert.doesNotMatch(texts, SECRET);
    assert.deepEqual(
      files.filter((file) => /\/(cwd|tmp)\//.test(file)),
      [],
    );
  });
