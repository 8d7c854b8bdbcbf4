import { Agent, request } from "undici";
import { serveSimulator } from "../tools/cluster/simulator/serve.ts";
import { figures, show } from "./figures.ts";
import { handshake, startServer } from "./stdio-server.ts";

const CALLS = 500;
const WARM_UP = 100;

/** What our server adds to one read: a tool call over stdio against the bare HTTPS request it makes, in turn. */
export async function readLatency(ours: string[], env: Record<string, string>): Promise<void> {
  const cluster = await serveSimulator({ port: 0 });
  const { url } = cluster;
  const password = cluster.simulator.options.password;
  const server = startServer(ours, {
    ...env,
    CLUSTER_URL: url,
    CLUSTER_USERNAME: "admin",
    CLUSTER_PASSWORD: password,
    CLUSTER_PIN_SHA256: cluster.fingerprint,
  });
  const dispatcher = new Agent({ connect: { ca: cluster.caPem } });
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
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
