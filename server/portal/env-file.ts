import { readFileSync, statSync } from "node:fs";
import { parse } from "dotenv";

export type EnvFile = {
  values: Record<string, string>;
  /** Changes with the file; "" without one. */
  version: string;
  /** True where others on this machine can read it. */
  exposed: boolean;
};

/** A reader of the portal's env file: read again only after it changed, never copied into the environment. */
export function openEnvFile(path: string | undefined): () => EnvFile {
  let kept: EnvFile = { values: {}, version: "", exposed: false };
  return () => {
    if (path === undefined) return kept;
    try {
      const { mtimeMs, size, mode } = statSync(path);
      const version = `${mtimeMs}:${size}`;
      if (version !== kept.version)
        kept = { values: parse(readFileSync(path)), version, exposed: (mode & 0o077) !== 0 };
    } catch {
      kept = { values: {}, version: "", exposed: false };
    }
    return kept;
  };
}
