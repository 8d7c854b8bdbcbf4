import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { serveFakePortal } from "../../server/portal/simulator/serve.ts";
import { stageWorld } from "../world.fixture.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const Health = z.object({ configured: z.boolean(), missing: z.array(z.string()) });
const Account = z.object({ points_balance: z.number().nullable() });

/** `outpost portal` as a process of its own, once it has said where it serves. */
async function startPortal(t: TestContext, configFolder: string, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "tsx", MAIN, "portal", "--port", "0"],
    { env: { ...process.env, OUTPOST_CONFIG_DIR: configFolder, ...env }, stdio: "pipe" },
  );
  t.after(() => child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    err += bytes.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${err}`)));
    child.stdout?.on("data", (bytes: Buffer) => {
      out += bytes.toString();
      const found = /API +(http:\/\/\S+)\/api\/health/.exec(out)?.[1];
      if (found) resolve(found);
    });
  });
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  /** Resolves once standard error holds this; what is written there and what is answered come by different ways. */
  const complains = async (pattern: RegExp) => {
    while (!pattern.test(err)) await once(child.stderr ?? child, "data");
  };
  return { child, url, get, out: () => out, complains };
}

suite("outpost portal", () => {
  test("serves without an account, notices one that is written meanwhile, and ends when asked to", async (t) => {
    const fake = await serveFakePortal();
    t.after(fake.close);
    const { configFolder } = stageWorld(t);
    mkdirSync(configFolder, { recursive: true });
    const { child, get, out, complains, url } = await startPortal(t, configFolder);
    for (const page of ["/", "/docs"]) assert.ok(out().includes(`${url}${page}\n`), out());
    assert.match(out(), /No account is set up \(PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD\)/);
    assert.match(out(), /telescopes are invented/);
    assert.equal(Health.parse(await get("/api/health")).configured, false);

    const env = (password: string) =>
      writeFileSync(
        join(configFolder, ".env"),
        `PORTAL_URL=${fake.url}\nPORTAL_USERNAME=stargazer\nPORTAL_PASSWORD=${password}\n`,
        { mode: 0o600 },
      );
    env("wrong");
    for (let n = 0; n < 3; n++) await get("/api/account");
    assert.equal(fake.state.loginPosts, 1);
    env("correct horse");
    assert.equal(Account.parse(await get("/api/account")).points_balance, 1234.5);
    assert.equal(fake.state.loginPosts, 2);

    const map = join(configFolder, "map.json");
    writeFileSync(map, '{"account":{"fields":{"points_balance":["Nothing"]}}}');
    appendFileSync(join(configFolder, ".env"), "PORTAL_MAP_FILE=map.json\n");
    assert.equal(Account.parse(await get("/api/account")).points_balance, null);
    writeFileSync(map, '{"acount":{}}');
    assert.equal(Account.parse(await get("/api/account")).points_balance, null);
    await complains(/PORTAL_MAP_FILE is not usable:[\s\S]*acount[\s\S]*stays in use/);
    writeFileSync(map, '{"account":{"fields":{"points_balance":["Points"]}}}');
    assert.equal(Account.parse(await get("/api/account")).points_balance, 1234.5);

    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });

  test("a port that is in use, or is none, is a clear error with what to do", async (t) => {
    const fake = await serveFakePortal();
    t.after(fake.close);
    const stage = stageWorld(t);
    assert.equal(await stage.run("portal", "--port", new URL(fake.url).port), 5);
    assert.match(stage.err(), /listens on 127\.0\.0\.1:\d+ already[\s\S]*--port or PORTAL_LISTEN/);
    assert.equal(await stage.run("portal", "--port", "99999"), 2);
    assert.equal(await stage.run("portal", "--prot", "1"), 2);
    assert.match(stage.err(), /Did you mean --port/);
    assert.equal(stage.out(), "");
  });

  test("off loopback it takes TLS in front and a token", async (t) => {
    const env = { PORTAL_LISTEN: "0.0.0.0:0" };
    const bare = stageWorld(t, { env });
    assert.equal(await bare.run("portal"), 3);
    assert.match(bare.err(), /OUTPOST_TLS_IN_FRONT/);
    const open = stageWorld(t, { env: { ...env, OUTPOST_TLS_IN_FRONT: "true" } });
    assert.equal(await open.run("portal"), 3);
    assert.match(open.err(), /PORTAL_TOKEN/);
  });

  test("a map that is not usable is named member by member", async (t) => {
    const stage = stageWorld(t);
    const map = join(stage.folder, "map.json");
    writeFileSync(map, '{"acount":{},"account":{"path":"/Book.ashx"}}');
    stage.world.env = { ...stage.world.env, PORTAL_MAP_FILE: map };
    assert.equal(await stage.run("portal", "--port", "0"), 2);
    assert.match(stage.err(), /account\.path: is no path that may be read/);
    assert.match(stage.err(), /acount/);
  });
});
