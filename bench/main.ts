import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

// Paired and interleaved, medians and ratios: machines are noisy, and a ratio survives that where a time does not.
// `npm run bench` builds first; `npm run bench -- start` runs one part.
const entry = join(import.meta.dirname, "../dist/outpost.js");
if (!existsSync(entry)) {
  console.error("dist/ is not built: run `npm run build` first.");
  process.exit(1);
}
const home = mkdtempSync(join(tmpdir(), "outpost-bench-home-"));
const env = {
  OUTPOST_STATE_DIR: join(home, "state"),
  OUTPOST_CONFIG_DIR: join(home, "config"),
  XDG_STATE_HOME: home,
  XDG_CONFIG_HOME: home,
};
const unreached = {
  ...env,
  CLUSTER_URL: "https://127.0.0.1:1",
  CLUSTER_USERNAME: "bench",
  CLUSTER_PASSWORD: "bench",
  CLUSTER_ALLOW_WRITES: "true",
  CLUSTER_ALLOW_DESTRUCTIVE: "true",
};
const server = [process.execPath, entry, "mcp", "cluster"];

const parts: Record<string, () => Promise<void>> = {
  start: async () => (await import("./server-start.ts")).serverStart(server, unreached),
  read: async () => (await import("./read-latency.ts")).readLatency([process.execPath, entry], env),
  paint: async () =>
    (await import("./first-paint.ts")).firstPaint([process.execPath, entry, "demo"], env),
  portal: async () => {
    const command = [process.execPath, entry, "portal", "--port", "0"];
    await (await import("./portal-views.ts")).portalViews(command, env);
  },
  transcription: async () => (await import("./transcription.ts")).transcription(),
  ingest: async () =>
    (await import("./recorder-ingest.ts")).recorderIngest([process.execPath, entry]),
  list: async () => (await import("./recorder-list.ts")).recorderList([process.execPath, entry]),
  tonight: async () => {
    const { rankAfresh } = await import("../server/portal/tonight/tonight.bench.ts");
    const runs = Array.from({ length: 9 }, (_, day) => rankAfresh(new Date(2026, 10, 21 + day)));
    const middle = runs.sort((a, b) => a - b)[4] ?? 0;
    console.log(`100 targets, six sites, nothing kept: median ${middle.toFixed(0)} ms`);
  },
};

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
const wanted = process.argv.slice(2);
try {
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) {
      console.log(`\n${name}`);
      await part();
    }
} finally {
  rmSync(home, { recursive: true, force: true });
}
