import { join } from "node:path";
import envPaths from "env-paths";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where `.env` and `config.json` are: OUTPOST_CONFIG_DIR, or the XDG config folder (`~/.config/outpost`). */
export function configFolder(env: Environment): string {
  return env.OUTPOST_CONFIG_DIR || envPaths("outpost", { suffix: "" }).config;
}

/** Where the device keeps its recordings when nothing is set: below the XDG data folder (`~/.local/share/outpost`). */
export function defaultShelfFolder(): string {
  return join(envPaths("outpost", { suffix: "" }).data, "shelf");
}

/** Where the recorder's server keeps everything when nothing is set (`~/.local/share/outpost/server`). */
export function defaultServerFolder(): string {
  return join(envPaths("outpost", { suffix: "" }).data, "server");
}

/** Where state is kept when nothing is set: the XDG state folder (`~/.local/state/outpost`). */
export function defaultStateFolder(): string {
  const paths = envPaths("outpost", { suffix: "" });
  // Only Linux has a folder for state; elsewhere what env-paths calls the log folder is cleaned up by the system.
  return process.platform === "linux" ? paths.log : join(paths.data, "state");
}
