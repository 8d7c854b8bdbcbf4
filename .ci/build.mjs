// Bundles the command line into dist/: a start loads a few files instead of hundreds.
import { rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const outdir = join(root, "dist");
rmSync(outdir, { recursive: true, force: true });

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { outpost: "agent/main.ts" },
  outdir,
  bundle: true,
  // Every command loads its own part when it is run.
  splitting: true,
  chunkNames: "part-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  // blessed requires its widgets by names made up at run time, and finds its terminal descriptions beside itself.
  external: ["blessed"],
  minify: process.argv.includes("--minify"),
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  banner: {
    js: 'import { createRequire as _createRequire } from "node:module"; const require = _createRequire(import.meta.url);',
  },
});
await chmod(join(outdir, "outpost.js"), 0o755);

const outputs = Object.values(metafile.outputs);
const bytes = outputs.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`dist/outpost.js and ${outputs.length - 1} parts, ${Math.round(bytes / 1024)} KiB`);
