import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures, show } from "./figures.ts";
import { handshake, startServer } from "./stdio-server.ts";

const RUNS = 11;

/**
 * Spawn to full tools/list, resident memory after it, and its bytes: our server (all gates open, the largest list)
 * and the reference filesystem server in turn, so that both meet the same machine.
 */
export async function serverStart(ours: string[], env: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "outpost-bench-"));
  const entry = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/server-filesystem/dist/index.js",
  );
  const peers = {
    "outpost mcp cluster": { command: ours, env },
    "server-filesystem": { command: [process.execPath, entry, folder], env: {} },
  };
  const taken = new Map<string, { ms: number[]; mib: number[]; bytes: number }>();
  for (let run = 0; run <= RUNS; run++)
    for (const [name, peer] of Object.entries(peers)) {
      const start = performance.now();
      const server = startServer(peer.command, peer.env);
      await handshake(server);
      const { line } = await server.request("tools/list");
      const ms = performance.now() - start;
      const mib = server.rssMib();
      await server.close();
      if (run === 0) continue; // a warm-up, for the file cache
      const samples = taken.get(name) ?? { ms: [], mib: [], bytes: Buffer.byteLength(line) };
      samples.ms.push(ms);
      samples.mib.push(mib);
      taken.set(name, samples);
    }
  rmSync(folder, { recursive: true });

  const [mine, theirs] = Object.keys(peers).map((name) => taken.get(name));
  for (const [name, { ms, mib, bytes }] of taken) {
    console.log(show(`${name}: spawn to tools/list`, ms, "ms"));
    console.log(show(`${name}: RSS after it`, mib, "MiB"));
    console.log(`${`${name}: tools/list`.padEnd(44)} ${bytes} bytes`);
  }
  if (!mine || !theirs) return;
  console.log(`ratio of spawn times, pair by pair (≤ 0.65)    ${pairs(mine.ms, theirs.ms)}`);
  console.log(`ratio of RSS, pair by pair (≤ 0.9)             ${pairs(mine.mib, theirs.mib)}`);
}

function pairs(ours: number[], theirs: number[]): string {
  const ratios = ours.map((value, i) => value / (theirs[i] ?? Number.NaN));
  const { min, median, max } = figures(ratios);
  return `median ${median.toFixed(2)}   [${min.toFixed(2)} – ${max.toFixed(2)}]`;
}
