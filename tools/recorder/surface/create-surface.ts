import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { foreignPart } from "../../kit/web/caller.ts";
import { API_PREFIX } from "../contract.ts";
import { type Caller, unauthorized } from "./bearer.ts";
import { answerFailure, RecorderFailure, toFailure } from "./failure.ts";
import { addSharedRoutes, type Shelf, type SurfaceEnv } from "./shared-routes.ts";

export type SurfaceOptions = {
  version: string;
  /** The description of the surface, as `deviceOpenApi` or `serverOpenApi` makes it. */
  openApi: OpenApiPaths;
  shelf: Shelf;
  searches: boolean;
  /** Adds what asks for no token, such as the way to get one. */
  addOpen?: (api: Hono<SurfaceEnv>) => void;
  /** Who asks, by token or otherwise; undefined for nobody that is known. */
  authenticate: (request: Request) => Caller | undefined | Promise<Caller | undefined>;
  /** Whether the owner lets this network list recordings, but not search them, without a token. Asked for each request. */
  isListingOpen?: () => boolean;
  /** Throws `rate_limited` for a caller that asks too often. */
  admit?: (caller: Caller) => void;
  /** Whether a Host header's name is one of this service's own. */
  isOurs: (hostname: string) => boolean;
  /** A failure that is a bug, with its cause, for the log. */
  report: (failure: RecorderFailure) => void;
};

/** What of an OpenAPI description is needed to tell a wrong method from a wrong address. */
export type OpenApiPaths = { paths: Record<string, object> };

export type Surface = {
  /** Everything, for pages at the root as well; `app.fetch` serves it. */
  app: Hono<SurfaceEnv>;
  /** Routes below /api/v1: added here, they ask for a token as all others do. */
  api: Hono<SurfaceEnv>;
};

/**
 * What device and server are alike in: errors, tokens, the check for other web sites, /health, /openapi.json and the
 * shared endpoints. Each adds its own routes to `api`.
 */
export function createSurface(options: SurfaceOptions): Surface {
  const app = new Hono<SurfaceEnv>();
  const api: Hono<SurfaceEnv> = app.basePath(API_PREFIX);
  app.onError((thrown) => answer(thrown, options.report));
  app.notFound((context) => answerFailure(nothingHere(options.openApi, context.req)));
  app.use(async (context, next) => {
    checkCaller(context.req.raw, options.isOurs);
    await next();
    protect(context);
  });
  app.get("/openapi.json", (context) => context.json(options.openApi));
  api.get("/health", (context) => context.json({ status: "ok", version: options.version }));
  options.addOpen?.(api);
  api.use(async (context, next) => {
    await checkAllowed(context, options);
    await next();
  });
  addSharedRoutes(api, options.shelf, options.searches);
  return { app, api };
}

function answer(thrown: unknown, report: SurfaceOptions["report"]): Response {
  const failure = toFailure(thrown);
  if (failure.problem === "bug") report(failure);
  return answerFailure(failure);
}

function checkCaller(request: Request, isOurs: (hostname: string) => boolean): void {
  const foreign = foreignPart(request, isOurs);
  if (foreign === "host")
    throw new RecorderFailure("host_not_allowed", "This name is not one of this service's.");
  if (foreign === "origin")
    throw new RecorderFailure("origin_not_allowed", "Other web sites may not ask here.");
}

async function checkAllowed(context: Context, options: SurfaceOptions): Promise<void> {
  const { method, path } = context.req;
  const header = context.req.header("authorization");
  const isRead = method === "GET" || method === "HEAD";
  const caller = await options.authenticate(context.req.raw);
  if (!caller) {
    // A token that is not known is refused even where none is needed: whoever sends one should learn of it.
    const isListing = isRead && path === `${API_PREFIX}/recordings` && header === undefined;
    // A search shows what was said.
    const isPlain = !new URL(context.req.url).searchParams.has("q");
    if (isListing && isPlain && options.isListingOpen?.()) return;
    throw unauthorized(header);
  }
  options.admit?.(caller);
  if (!isRead && caller.scope !== "write")
    throw new RecorderFailure("insufficient_scope", "This key may only read.", {
      detail: "Use a key with the scope write.",
      headers: { "www-authenticate": 'Bearer realm="outpost", error="insufficient_scope"' },
    });
}

function protect(context: Context): void {
  // What was written to the socket already has these.
  if (context.res === RESPONSE_ALREADY_SENT) return;
  const { headers } = context.res;
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
}

/** 405 with the methods of an address that is there, 404 for one that is not. */
function nothingHere(openApi: OpenApiPaths, asked: { path: string; method: string }) {
  const methods = Object.entries(openApi.paths)
    .filter(([template]) => isOfTemplate(asked.path, `${API_PREFIX}${template}`))
    .flatMap(([, operations]) => Object.keys(operations))
    .map((method) => method.toUpperCase());
  if (methods.length === 0 || methods.includes(asked.method))
    return new RecorderFailure("not_found", "There is nothing at this address.");
  const allow = methods.includes("GET") ? ["HEAD", ...methods] : methods;
  return new RecorderFailure("method_not_allowed", `${asked.method} is not for this address.`, {
    headers: { allow: allow.join(", ") },
  });
}

function isOfTemplate(path: string, template: string): boolean {
  const wanted = template.split("/");
  const parts = path.split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((name, i) => (name.startsWith("{") ? parts[i] !== "" : name === parts[i]))
  );
}
