import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Agent, request } from "undici";
import { figures, show } from "./figures.ts";
import { handshake, startServer } from "./stdio-server.ts";

const CALLS = 500;
const WARM_UP = 100;

/**
 * What our server adds to one read: a tool call over stdio against the bare HTTPS request it makes, in turn. The cluster
 * is simulated in a process of its own, as a real one is elsewhere: it shares no event loop with either.
 */
export async function readLatency(program: string[], env: Record<string, string>): Promise<void> {
  const cluster = await simulated(program);
  const server = startServer([...program, "mcp", "cluster"], { ...env, ...cluster.settings });
  // Its certificate is made at its start, and this client has nothing to lose.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const { CLUSTER_URL: url, CLUSTER_USERNAME: user, CLUSTER_PASSWORD: password } = cluster.settings;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const bare = async () => {
    const answer = await request(`${url}/mgmt/v3/filesystems`, {
      dispatcher,
      headers: { authorization },
    });
    JSON.parse(await answer.body.text());
  };
  const tool = () => server.request("tools/call", { name: "filesystem_list", arguments: {} });

  try {
    await handshake(server);
    const bareMs: number[] = [];
    const toolMs: number[] = [];
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      const start = performance.now();
      await bare();
      const middle = performance.now();
      await tool();
      const end = performance.now();
      if (i < WARM_UP) continue;
      bareMs.push(middle - start);
      toolMs.push(end - middle);
    }
    console.log(show("bare HTTPS read", bareMs, "ms", 2));
    console.log(show("the same read as a tool over stdio", toolMs, "ms", 2));
    const added = figures(toolMs).p95 - figures(bareMs).p95;
    console.log(`p95 of the tool minus p95 of the read (≤ 3 ms)  ${added.toFixed(2)} ms`);
  } finally {
    await server.close();
    await dispatcher.close();
    await cluster.close();
  }
}

/** A simulated cluster, and the settings that it prints for those who want to use it. */
async function simulated([command = "", ...words]: string[]) {
  const child = spawn(command, [...words, "simulate", "cluster", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const settings: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name && value) settings[name] = value;
    if (name === "CLUSTER_PIN_SHA256") break;
  }
  child.stdout.resume();
  return {
    settings,
    async close() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
