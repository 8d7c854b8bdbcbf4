import { readFileSync } from "node:fs";

/**
 * The text of a file beside the module `from` (its `import.meta.url`). For modules named `…assets.ts` alone: the build
 * runs those once and keeps their texts in the bundle, which has no files beside it.
 */
export function readAsset(from: string, name: string): string {
  return readFileSync(new URL(name, from), "utf8");
}
