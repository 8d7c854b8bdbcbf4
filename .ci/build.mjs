// Bundles the command line into dist/: a start loads a few files instead of hundreds.
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { keepCompiled, toScripts } from "./compile.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
// Built beside and put in its place when it is whole: who starts the program meanwhile, or builds it too, is not hurt.
const outdir = mkdtempSync(join(root, ".dist-"));
process.on("exit", () => rmSync(outdir, { recursive: true, force: true }));

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

/**
 * The listings of the tools as plain data: a client that starts the server waits for the list, and making dozens of
 * schemas would be a good part of that wait. They are computed here by the module that they replace. So are the files of
 * a web page, which a built program has no longer beside it.
 */
const listings = {
  name: "listings",
  setup({ onLoad }) {
    onLoad({ filter: /(mcp-servers[\\/][a-z]+-listings|[\\/-]assets)\.ts$/ }, async ({ path }) => {
      const made = await build({
        ...common,
        define: { ...common.define, "import.meta.url": JSON.stringify(pathToFileURL(path).href) },
        entryPoints: [path],
        write: false,
        plugins: [lean],
        banner,
      });
      const file = join(mkdtempSync(join(tmpdir(), "outpost-build-")), "listings.mjs");
      writeFileSync(file, made.outputFiles[0].contents);
      const exported = Object.entries(await import(pathToFileURL(file).href));
      rmSync(dirname(file), { recursive: true });
      return {
        contents: exported
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n"),
      };
    });
  },
};

/** For what runs as a module right away: packages in the older format ask for what they need by `require`. */
const banner = {
  js: 'import { createRequire as _createRequire } from "node:module"; const require = _createRequire(import.meta.url);',
};

const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Loaded from where they are installed: they require files by names made up at run time, or find their own beside
  // themselves (blessed its terminal descriptions, the others their machine code).
  external: ["blessed", "node-record-lpcm16", "@evan/opus", "onnxruntime-node", "sql.js"],
  // Packages in the older module format ask for their own place by these names.
  define: { __filename: "import.meta.filename", __dirname: "import.meta.dirname" },
  logLevel: "warning",
};

const parts = {
  ...common,
  // Every command loads its own part when it is run.
  splitting: true,
  outdir,
  chunkNames: "part-[hash]",
  // A smaller text is sooner read, and takes less memory.
  minify: true,
  legalComments: "none",
  metafile: true,
};

// What clients start often is bundled for itself: shared with the other commands it would come in twenty files.
const servers = [];
for (const name of ["mcp-stdio", "mcp-stdio-portal"])
  servers.push(
    await build({
      ...parts,
      entryPoints: { [name]: `agent/commands/${name}.ts` },
      plugins: [lean, listings],
    }),
  );
const apart = {
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/mcp-stdio(-\w+)?\.ts$/ }, ({ path }) => ({
      path: path.replace(/^.*(\/mcp-stdio(?:-\w+)?)\.ts$/, ".$1.js"),
      external: true,
    }));
  },
};
const program = await build({
  ...parts,
  entryPoints: { main: "agent/main.ts" },
  plugins: [apart, lean, listings],
});
checkLateImports([...servers, program]);
await toScripts(outdir, join(root, "agent/start.cjs"));
await chmod(join(outdir, "outpost.js"), 0o755);
await keepCompiled(outdir);
await chmod(outdir, 0o755);
putInPlace(outdir, join(root, "dist"));

/** Renames the folder to `place`; what was there goes. Again where another build was there first. */
function putInPlace(folder, place) {
  const gone = `${folder}-gone`;
  for (let tries = 5; ; tries--)
    try {
      if (existsSync(place)) renameSync(place, gone);
      rmSync(gone, { recursive: true, force: true });
      return renameSync(folder, place);
    } catch (thrown) {
      if (tries === 0) throw thrown;
    }
}

/**
 * A package of the older format that is imported late comes without its names, only as `default`: what asks for a name
 * finds nothing, and only in the built program.
 */
function checkLateImports(builds) {
  const byDefault = ["write-file-atomic"];
  for (const { metafile } of builds)
    for (const [path, { imports }] of Object.entries(metafile.inputs))
      for (const { kind, original, path: target } of imports)
        if (
          kind === "dynamic-import" &&
          metafile.inputs[target]?.format === "cjs" &&
          !byDefault.includes(original)
        )
          throw new Error(`${path} imports ${original} late: import it in a file that is.`);
}

const outputs = [...servers, program].flatMap(({ metafile }) => Object.values(metafile.outputs));
const bytes = outputs.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`dist/outpost.js and ${outputs.length} parts, ${Math.round(bytes / 1024)} KiB`);
