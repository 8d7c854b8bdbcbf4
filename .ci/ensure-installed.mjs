// Run before `npm run demo` and `npm test`, in plain JavaScript with nothing installed yet: brings in what the
// lockfile names, if it is not there, and otherwise costs two looks at the disk.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Outpost needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(2);
}

/** When the file was written; 0 where there is none. */
function writtenAt(...path) {
  return statSync(join(root, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

// npm writes this file last, so an install that was broken off counts as none.
if (writtenAt("node_modules", ".package-lock.json") < writtenAt("package-lock.json")) {
  console.error("Installing the packages of the lockfile (once, about ten seconds) …");
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses a lockfile in which optional parts for other platforms are missing, and a registry that
  // does not carry them leaves them out. This installs the versions of the lockfile and does not touch it.
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const [command, ...before] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const done = spawnSync(command, [...before, ...args], {
    cwd: root,
    // What npm says goes to stderr: stdout belongs to whatever runs next.
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    console.error(
      "npm install did not work; see above. Run it by hand in this folder, then try again.",
    );
    process.exit(done.status ?? 1);
  }
}
