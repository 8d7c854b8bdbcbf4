import { readFileSync, statSync } from "node:fs";
import { PortalFailure } from "../failure.ts";
import { DEMO_ROSTER } from "./demo-roster.ts";
import { parseRoster, type Roster } from "./parse-roster.ts";

export type OpenRoster = Roster & { file: string; demo: boolean; modifiedAt: string | null };

/** A reader of the roster file, read again after it changed; without a file, the invented demo roster. */
export function openRoster(path: string | undefined): () => OpenRoster {
  let kept: OpenRoster | undefined;
  let version = "";
  return () => {
    if (path === undefined) {
      kept ??= { ...parseRoster(DEMO_ROSTER), file: "demo roster", demo: true, modifiedAt: null };
      return kept;
    }
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile())
      throw new PortalFailure("roster_missing", "The roster file is not there.", {
        detail: "Correct PORTAL_ROSTER_FILE, or unset it for the demo roster.",
      });
    const found = `${stat.mtimeMs}:${stat.size}`;
    if (kept === undefined || found !== version) {
      const roster = parseRoster(textOf(path));
      kept = { ...roster, file: path, demo: false, modifiedAt: stat.mtime.toISOString() };
      version = found;
    }
    return kept;
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new PortalFailure("roster_missing", "The roster file cannot be read.", {
      detail: "Let the account that runs the wrapper read PORTAL_ROSTER_FILE.",
      cause,
    });
  }
}
