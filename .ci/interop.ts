import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsFor } from "../mcp-servers/served-cluster.fixture.ts";
import { serveSimulator } from "../tools/cluster/simulator/serve.ts";
import { installed } from "./newer-node.ts";

/** The MCP Inspector's own command line against the cluster's server as a stranger would start it. */
const INSPECTOR = join(
  installed("@modelcontextprotocol/inspector", "2.12.0"),
  "clients/launcher/build/index.js",
);
const TOKEN = "the-token-of-this-check-0123456789";
const HEADER = ["--header", `Authorization: Bearer ${TOKEN}`];

const cluster = await serveSimulator({ port: 0 });
const state = await mkdtemp(join(tmpdir(), "outpost-interop-"));
const settings = {
  ...settingsFor(cluster),
  CLUSTER_ALLOW_DESTRUCTIVE: "true",
  OUTPOST_STATE_DIR: state,
  OUTPOST_HTTP_TOKEN: TOKEN,
};
// The Inspector hands no environment on to the server it starts.
const envFile = join(state, "settings.env");
await writeFile(
  envFile,
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(""),
  { mode: 0o600 },
);
const env = { PATH: process.env.PATH, HOME: state };
const OUTPOST = ["--import", "tsx", "agent/main.ts"];
const SERVER = OUTPOST.concat("mcp", "cluster", "--env-file", envFile);

const http = spawn(process.execPath, [...SERVER, "--http", "0"], {
  env,
  stdio: ["ignore", "ignore", "pipe"],
});
const url = await listening();
const overHttp = (era: string) =>
  ["--transport", "http", "--server-url", url, "--protocol-era", era].concat(HEADER);
const list = ["--method", "tools/list", "--strict"];
const call = ["--method", "tools/call", "--tool-name", "filesystem_list"];

await inspect("stdio, list --strict", [process.execPath, ...SERVER, ...list], /fileset_create/);
await inspect("stdio, call", [process.execPath, ...SERVER, ...call], /fs1/);
for (const era of ["legacy", "modern"]) {
  await inspect(`HTTP ${era}, list --strict`, [...overHttp(era), ...list], /fileset_create/);
  await inspect(`HTTP ${era}, call`, [...overHttp(era), ...call], /fs1/);
}
http.kill("SIGTERM");
await cluster.close();

async function inspect(what: string, args: string[], expected: RegExp): Promise<void> {
  const child = spawn(process.execPath, [INSPECTOR, "--cli", ...args], {
    // A dead end for the browser that one wrong path would open.
    env: { ...env, BROWSER: "none" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let out = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code] = await once(child, "close");
  const ok = code === 0 && expected.test(out);
  console.log(`${ok ? "✔" : "✖"} Inspector, ${what}: exit ${code}, ${out.length} bytes`);
  if (ok) return;
  console.log(complaint.slice(-3000), out.slice(-2000));
  process.exitCode = 1;
}

async function listening(): Promise<string> {
  let said = "";
  for await (const text of http.stderr.setEncoding("utf8")) {
    said += text;
    const [, found] = /MCP at (\S+)/.exec(said) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`the server did not start: ${said}`);
}
