import type { Context } from "hono";
import { assetRoutes, versionOf } from "../../../tools/kit/web/asset-routes.ts";
import { readJson } from "../../../tools/recorder/surface/read-json.ts";
import type { Api } from "../http/routes.ts";
import { page } from "./page.ts";
import { ASSETS } from "./page-assets.ts";
import { type Sessions, signIn } from "./sessions.ts";

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** `/`, the files that it loads, and `/session`, where a browser shows a key once. */
export function addPage(app: Api, sessions: Sessions): void {
  const version = versionOf(...Object.values(ASSETS));
  app.get("/", (context) => {
    context.header("content-security-policy", CSP);
    context.header("cache-control", "no-cache");
    const signedIn = sessions.find(context.req.raw) !== undefined;
    return context.html(page(`/page/${version}`, signedIn));
  });
  const files = Object.entries(ASSETS).map(([name, text]) => [name, () => text] as const);
  app.route("/", assetRoutes("/page", version, Object.fromEntries(files)));
  app.post("/session", async (context) => {
    const { key } = await readJson(signIn, context.req.raw);
    context.header("set-cookie", sessions.begin(key, isSecure(context)));
    return context.body(null, 204);
  });
  app.delete("/session", (context) => {
    context.header("set-cookie", sessions.end(context.req.raw));
    return context.body(null, 204);
  });
}

const isSecure = ({ req }: Context): boolean => new URL(req.url).protocol === "https:";
