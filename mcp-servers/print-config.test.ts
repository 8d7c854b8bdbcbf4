import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { z } from "zod";
import { CLIENTS, type ClientName, printConfig } from "./print-config.ts";

const launch = {
  name: "cluster",
  command: "/opt/node js/node",
  args: ["dist/outpost.js", "mcp", "cluster"],
  env: ["CLUSTER_URL", "CLUSTER_PASSWORD"],
};

const Server = z.object({
  type: z.string().optional(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
});

const KEYS: Record<Exclude<ClientName, "claude-code">, string> = {
  "claude-desktop": "mcpServers",
  vscode: "servers",
  cursor: "mcpServers",
  "gemini-cli": "mcpServers",
};

for (const client of CLIENTS)
  test(`the snippet for ${client} parses to the command that starts the server`, () => {
    const { text } = printConfig(client, launch);
    if (client === "claude-code") {
      const words = execFileSync("sh", ["-c", `printf '%s\\n' ${text}`], { encoding: "utf8" });
      const command = words.trimEnd().split("\n");
      assert.deepEqual(command.slice(0, 3), ["claude", "mcp", "add"]);
      assert.deepEqual(command.slice(command.indexOf("--") + 1), [launch.command, ...launch.args]);
      return;
    }
    const file = z.record(z.string(), z.object({ cluster: Server })).parse(JSON.parse(text));
    const server = file[KEYS[client]]?.cluster;
    assert.equal(server?.command, launch.command);
    assert.deepEqual(server?.args, launch.args);
    for (const value of Object.values(server?.env ?? {})) assert.match(value, /^\$/);
  });

test("no value of the environment is ever printed", () => {
  process.env.CLUSTER_PASSWORD_CANARY = "canary-7f3a";
  const env = ["CLUSTER_PASSWORD_CANARY"];
  for (const client of CLIENTS)
    assert.doesNotMatch(printConfig(client, { ...launch, env }).text, /canary-7f3a/);
  delete process.env.CLUSTER_PASSWORD_CANARY;
});
