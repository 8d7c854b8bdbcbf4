import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { html } from "hono/html";
import { assetRoutes, versionOf } from "./asset-routes.ts";
import { DOCS_SCRIPT, DOCS_STYLE } from "./docs-assets.ts";

export type DocsPage = {
  title: string;
  /** The address of the OpenAPI description, on the same origin. */
  openApiUrl: string;
  /** Where the page stands; "/docs" unless said otherwise. */
  base?: string;
  /** What "try it out" may send; "get" alone unless said otherwise. */
  methods?: readonly ("get" | "post" | "put" | "patch" | "delete")[];
};

// Swagger UI draws its arrows as data: images, and asks the service itself when somebody tries it out.
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Interactive docs, served from the installed package: no request leaves the origin, and nothing is written inline.
 * Reading alone: any other method than GET and HEAD is answered with 405.
 */
export function docsPage(page: DocsPage): Hono {
  const { base = "/docs" } = page;
  const folder = new URL("./", import.meta.resolve("swagger-ui-dist/package.json"));
  const installed = readFileSync(new URL("package.json", folder), "utf8");
  const version = versionOf(installed, DOCS_SCRIPT, DOCS_STYLE);
  const app = new Hono({ strict: false });
  app.get(base, (context) => {
    context.header("content-security-policy", CSP);
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "no-referrer");
    context.header("cache-control", "no-cache");
    return context.html(pageText(page, `${base}/${version}`));
  });
  const file = (name: string) => async () => new Uint8Array(await readFile(new URL(name, folder)));
  app.route(
    "/",
    assetRoutes(base, version, {
      "swagger-ui-bundle.js": file("swagger-ui-bundle.js"),
      "swagger-ui.css": file("swagger-ui.css"),
      "docs.js": () => DOCS_SCRIPT,
      "docs.css": () => DOCS_STYLE,
      "icon.svg": () => ICON,
    }),
  );
  for (const path of [base, `${base}/*`])
    app.on(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"], path, (context) => {
      const body = { error: "This page can only be read.", detail: "", code: "method_not_allowed" };
      return context.json(body, 405, { allow: "GET, HEAD" });
    });
  return app;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#8fb4d9" d="M3 1h7l3 3v11H3z"/></svg>';

function pageText(page: DocsPage, assets: string) {
  const methods = (page.methods ?? ["get"]).join(" ");
  return html`<!doctype html>
<html lang="en" class="dark-mode">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="${assets}/icon.svg">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
<link rel="stylesheet" href="${assets}/docs.css">
</head>
<body>
<main id="docs" data-openapi="${page.openApiUrl}" data-methods="${methods}"></main>
<noscript><p>These docs need a script. The description itself is at <a href="${page.openApiUrl}">${page.openApiUrl}</a>.</p></noscript>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/docs.js"></script>
</body>
</html>`;
}
