// Bundles the command line into dist/: a start loads a few files instead of hundreds.
import { rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const outdir = join(root, "dist");
rmSync(outdir, { recursive: true, force: true });

/**
 * Leaves out what no start of ours uses: zod's words in fifty languages, and the JSON Schema compiler that the MCP
 * server would bring along (ours always names its own validator; should one ever not, it says so at once).
 */
const lean = {
  name: "lean",
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
    onLoad({ filter: /server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({
      contents: `import process from "node:process";
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error("no JSON Schema compiler in the bundle"); }
        }
        export { process };`,
    }));
  },
};

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
  // A smaller text is sooner read, and takes less memory; --readable is for looking into it.
  minify: !process.argv.includes("--readable"),
  legalComments: "none",
  metafile: true,
  plugins: [lean],
  logLevel: "warning",
  banner: {
    js: 'import { createRequire as _createRequire } from "node:module"; const require = _createRequire(import.meta.url);',
  },
});
await chmod(join(outdir, "outpost.js"), 0o755);

const outputs = Object.values(metafile.outputs);
const bytes = outputs.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`dist/outpost.js and ${outputs.length - 1} parts, ${Math.round(bytes / 1024)} KiB`);
