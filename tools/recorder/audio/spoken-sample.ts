import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { HubError } from "../../kit/errors.ts";

const PLACE = "tools/recorder/audio/sample";

/** The path of the short spoken recording that comes with Outpost (`sample/README.md`): Ogg Opus, 23 seconds. */
export function spokenSample(): string {
  // The built program stands elsewhere in the same folder.
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, PLACE, "spoken.ogg");
    if (existsSync(path)) return path;
    if (folder === dirname(folder))
      throw new HubError("not-found", `The spoken sample is missing (${PLACE}).`);
  }
}
