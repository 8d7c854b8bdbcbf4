import { createHash } from "node:crypto";
import { extname } from "node:path";
import { Hono } from "hono";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

type Content = string | Uint8Array<ArrayBuffer>;

/**
 * GET of each file at `{folder}/{version}/{name}`. A browser keeps it for good: whoever changes a file changes the
 * version. Other names are left to the next route.
 */
export function assetRoutes(
  folder: string,
  version: string,
  files: Readonly<Record<string, () => Content | Promise<Content>>>,
): Hono {
  const app = new Hono();
  for (const [name, read] of Object.entries(files))
    app.get(`${folder}/${version}/${name}`, async (context) =>
      context.body(await read(), 200, {
        "content-type": TYPES[extname(name)] ?? "application/octet-stream",
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=31536000, immutable",
      }),
    );
  return app;
}

/** A version that changes with any of these texts. */
export function versionOf(...texts: string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 12);
}
