import { statSync } from "node:fs";
import { configFolder } from "../config/places.ts";
import { readSettings } from "../config/read.ts";
import type { Settings } from "../config/schema.ts";
import type { World } from "./world.ts";

type Followed = {
  /** What can be read of them now: while somebody edits a file, a part may be missing. */
  settings: Partial<Settings>;
  /** Changes whenever one of their files does. */
  version: string;
};

/** A reader of the settings, for a service that runs on while they change. They are read again when a file changed. */
export async function followSettings(world: World): Promise<() => Followed> {
  const { env, cwd, envFile } = world;
  const fixed = await world.fixed?.();
  const read = () =>
    readSettings({
      env,
      cwd,
      configFolder: configFolder(env),
      ...(envFile === undefined ? {} : { envFile }),
      ...(fixed ? { fixed } : {}),
    });
  let reading = read();
  let version = stampOf(reading.files);
  let looked = false;
  return () => {
    // One request asks many times: all in one turn of the event loop are told the same.
    if (looked) return { settings: reading.settings, version };
    looked = true;
    setImmediate(() => {
      looked = false;
    });
    const now = stampOf(reading.files);
    if (now !== version) {
      reading = read();
      // Other files may be named now.
      version = stampOf(reading.files);
    }
    return { settings: reading.settings, version };
  };
}

function stampOf(files: readonly string[]): string {
  return files
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? `${path}:${stat.mtimeMs}:${stat.size}:${stat.ino}` : path;
    })
    .join("\n");
}
