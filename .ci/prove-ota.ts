import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeImage } from "../device/ota/image.ts";

// A recorder updates itself over its API: to a real image of the recorder, and back from one that does not work.
const folder = mkdtempSync(join(tmpdir(), "outpost-ota-"));
const file = (name: string) => join(folder, name);
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
writeFileSync(file("public.pem"), publicKey.export({ type: "spki", format: "pem" }));
writeFileSync(file("private.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
execFileSync(process.execPath, [
  ".ci/make-firmware.mjs",
  "90.0.0",
  file("private.pem"),
  file("good.img"),
]);
const broken = makeImage(Buffer.from("process.exit(1)"), "91.0.0", privateKey);

const recorder = spawn(
  process.execPath,
  ["--import", "tsx", "agent/main.ts", "device", "--tone", "--listen", "0", "--shelf", folder],
  {
    env: {
      ...process.env,
      OUTPOST_CONFIG_DIR: file("none"),
      DEVICE_FIRMWARE_KEY_FILE: file("public.pem"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const ended = once(recorder, "exit");
let printed = "";
recorder.stdout.setEncoding("utf8").on("data", (text: string) => {
  printed += text;
});

/** Waits until the console has said this, counted from `from`. */
async function said(words: RegExp, from = 0): Promise<RegExpExecArray> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const found = words.exec(printed.slice(from));
    if (found) return found;
    await once(recorder.stdout, "data", { signal: AbortSignal.timeout(60_000) });
  }
  throw new Error(`never said: ${words.source}\n${printed}`);
}

try {
  const [, url = ""] = await said(/API +(\S+)\n/);
  const [, token = ""] = await said(/token +(\S+) /);
  const ask = (path: string, body?: Buffer) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body?.length ? { "content-type": "application/octet-stream" } : {}),
      },
      ...(body?.length ? { body: new Uint8Array(body) } : {}),
    });
  const version = async () => JSON.stringify(await (await ask("/device")).json());

  assert.equal((await ask("/ota", readFileSync(file("good.img")))).status, 202);
  await said(/firmware 90\.0\.0 works and is kept/);
  assert.match(await version(), /"firmware_version":"90\.0\.0"/);
  assert.equal((await ask("/record/start", Buffer.alloc(0))).status, 200);
  assert.equal((await ask("/record/stop", Buffer.alloc(0))).status, 200);

  const from = printed.length;
  assert.equal((await ask("/ota", broken)).status, 202);
  await said(/firmware 91\.0\.0 does not work/, from);
  await said(/token/, from + printed.slice(from).indexOf("does not work"));
  assert.match(await version(), /"firmware_version":"90\.0\.0"/);
  assert.match(await version(), /"recordings_count":1/);
  console.log("updated to 90.0.0, recorded with it, rolled back from 91.0.0");
} finally {
  recorder.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
