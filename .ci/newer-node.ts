import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where tools of these checks are installed that are no part of the project. */
export const CACHE = join(tmpdir(), "outpost-ci-cache");

/** Installs a package into the cache, once, without running anything of its own. Returns its folder. */
export function installed(name: string, version: string): string {
  const prefix = join(CACHE, `${name.replaceAll(/[^a-z0-9-]/g, "_")}-${version}`);
  const folder = join(prefix, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return folder;
  mkdirSync(prefix, { recursive: true });
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", prefix];
  execFileSync("npm", ["install", ...options, `${name}@${version}`], { stdio: "ignore" });
  return folder;
}

/** A Node of major version 22 or later: this one, or one from the cache. */
export function newerNode(): string {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const folder = installed(`node-${process.platform}-${process.arch}`, "24.21.0");
  return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
}
