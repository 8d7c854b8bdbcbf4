import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder; who asks for it removes it. */
export const temporary = (name: string): string =>
  mkdtempSync(join(tmpdir(), `outpost-prove-${name}-`));
