// Turns the bundled parts into scripts that start fast: CommonJS, with the code that a start compiles kept beside them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { transform } from "esbuild";

const HERE = import.meta.dirname;
/** Far more than a start takes anywhere. */
const START_MS = 30_000;

/** Makes every part of `folder` CommonJS, and puts the program that loads them beside them. */
export async function toScripts(folder, start) {
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const { code } = await transform(readFileSync(join(folder, name), "utf8"), {
      format: "cjs",
      platform: "node",
      target: "node20",
      minify: true,
      // A part is asked for by the same loader, whether it is wanted now or later.
      supported: { "dynamic-import": false },
      define: {
        "import.meta.url": "_url",
        "import.meta.filename": "__filename",
        "import.meta.dirname": "__dirname",
        "import.meta.resolve": "_resolve",
      },
    });
    const head = [
      '"use strict";',
      code.includes("_url") && "const _url=require('node:url').pathToFileURL(__filename).href;",
      code.includes("_resolve") &&
        "const _resolve=(id)=>require('node:url').pathToFileURL(require.resolve(id)).href;",
    ];
    writeFileSync(join(folder, name), head.filter(Boolean).join("") + plain(code));
  }
  copyFileSync(start, join(folder, "outpost.js"));
}

/** The same code in ASCII, as the program reads it. Patterns and the texts of tags keep letters of their own till here. */
const plain = (code) =>
  code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** What a start that somebody waits for is given, beside the MCP server: it serves until it is told to end. */
const SERVING = {
  device: (home) => ["device", "--tone", "--listen", "127.0.0.1:0", "--shelf", join(home, "shelf")],
  server: (home) => ["server", "--listen", "127.0.0.1:0", "--data", join(home, "data")],
};

/**
 * Starts the programs as people and clients would, and keeps the code that V8 compiled on the way, for this version of
 * Node. Node 22 and later keep it by themselves.
 */
export async function keepCompiled(folder) {
  if ("enableCompileCache" in module) return;
  await keepCompiledOf(folder, "mcp", ["mcp", "cluster"], async (server) => {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const send = (message) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "build", version: "1" },
      },
    });
    await lines.next();
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/list" });
    await lines.next();
    server.stdin.end();
  });
  for (const [name, words] of Object.entries(SERVING))
    await keepCompiledOf(folder, name, words, async (server) => {
      // What it says first, it says when it listens.
      await once(server.stdout, "data");
      server.stdout.resume();
      server.kill("SIGTERM");
    });
}

/** Runs one start by `drive`, which has it end. */
async function keepCompiledOf(folder, name, words, drive) {
  const home = mkdtempSync(join(tmpdir(), "outpost-build-"));
  const preload = join(HERE, "keep-compiled.cjs");
  const program = join(folder, "outpost.js");
  const args = typeof words === "function" ? words(home) : words;
  const server = spawn(process.execPath, ["--require", preload, program, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      KEEP_COMPILED_IN: join(folder, `compiled-${name}-${process.version}-${process.arch}.bin`),
      OUTPOST_STATE_DIR: home,
      OUTPOST_CONFIG_DIR: home,
      SERVER_SPEECH: "none",
      CLUSTER_URL: "https://127.0.0.1:1",
      CLUSTER_USERNAME: "build",
      CLUSTER_PASSWORD: "build",
      CLUSTER_ALLOW_WRITES: "true",
      CLUSTER_ALLOW_DESTRUCTIVE: "true",
    },
  });
  let said = "";
  server.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  server.stdin.on("error", () => undefined);
  const late = setTimeout(() => server.kill("SIGKILL"), START_MS);
  const ended = once(server, "exit");
  // A start that fails ends the wait, and shows in its exit code.
  await Promise.race([drive(server), ended]);
  const [code] = await ended;
  clearTimeout(late);
  rmSync(home, { recursive: true });
  if (code !== 0) throw new Error(`The built program did not start (${args[0]}): ${said}`);
}
