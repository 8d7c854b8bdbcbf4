// Makes a signed firmware image of the recorder: node .ci/make-firmware.mjs VERSION PRIVATE-KEY.pem OUT
// A key pair: openssl genpkey -algorithm ed25519 -out private.pem; openssl pkey -in private.pem -pubout -out public.pem
import { createPrivateKey } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  write: false,
  logLevel: "warning",
};

/** Runs a module now and gives its exports as data. */
async function exportsOf(path, define = {}) {
  const made = await build({ ...common, entryPoints: [path], define });
  const code = Buffer.from(made.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** The files of the docs page, which an image has not beside it. */
const assets = {
  name: "assets",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/-]assets\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const values = Object.entries(await exportsOf(path, { "import.meta.url": url }));
      const contents = values.map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: contents.join("\n") };
    });
  },
};

/** Packages with machine code stay where they are installed; the one who starts the image says where that is. */
const installed = {
  name: "installed",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node-record-lpcm16|@evan\/opus|sql\.js)$/ }, ({ path }) => ({
      path,
      namespace: "installed",
    }));
    onLoad({ filter: /.*/, namespace: "installed" }, ({ path }) => ({
      contents: `module.exports = _require(${JSON.stringify(path)});`,
    }));
  },
};

const [version, keyFile, out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node .ci/make-firmware.mjs VERSION PRIVATE-KEY.pem OUT");
  process.exit(2);
}
const made = await build({
  ...common,
  entryPoints: [join(root, "device/firmware-main.ts")],
  plugins: [assets, installed],
  minify: true,
  legalComments: "none",
  define: {
    FIRMWARE_VERSION: JSON.stringify(version),
    "import.meta.url": "_installed",
    "import.meta.resolve": "_resolve",
    "import.meta.dirname": "_folder",
    __filename: "_folder",
    __dirname: "_folder",
  },
  banner: {
    js: [
      'import { createRequire as _createRequire } from "node:module";',
      'import { dirname as _dirname } from "node:path";',
      'import { fileURLToPath as _toPath, pathToFileURL as _toUrl } from "node:url";',
      "const _installed = process.env.OUTPOST_INSTALLED, _folder = _dirname(_toPath(_installed));",
      "const require = _createRequire(_installed), _require = require;",
      "const _resolve = (name) => _toUrl(require.resolve(name)).href;",
    ].join("\n"),
  },
});
let key;
try {
  key = createPrivateKey(readFileSync(keyFile));
} catch (error) {
  console.error(`${keyFile} is no private key: ${error.message}`);
  process.exit(1);
}
const { makeImage } = await exportsOf(join(root, "device/ota/image.ts"));
const image = makeImage(made.outputFiles[0].contents, version, key);
writeFileSync(out, image);
console.log(`${out}: version ${version}, ${Math.round(image.length / 1024)} KiB`);
