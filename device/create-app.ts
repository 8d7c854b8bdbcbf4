import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import type { Hono } from "hono";
import { HubError } from "../tools/kit/errors.ts";
import { isIpAddress, isLocalHost } from "../tools/kit/web/caller.ts";
import { docsPage } from "../tools/kit/web/docs-page.ts";
import {
  type DeviceStatus,
  deviceConfigUpdate,
  pairingRequest,
} from "../tools/recorder/contract.ts";
import { bearerOf } from "../tools/recorder/surface/bearer.ts";
import { createSurface, type OpenApiPaths } from "../tools/recorder/surface/create-surface.ts";
import type { RecorderFailure } from "../tools/recorder/surface/failure.ts";
import { readJson } from "../tools/recorder/surface/read-json.ts";
import type { SurfaceEnv } from "../tools/recorder/surface/shared-routes.ts";
import { readNetwork } from "./network.ts";
import type { OwnConfig } from "./own-config.ts";
import type { PairingDesk } from "./pairing.ts";
import type { Power } from "./power.ts";
import type { Recorder } from "./recorder.ts";
import { sharedShelf } from "./shared-shelf.ts";
import type { Shelf } from "./shelf.ts";

export type AppParts = {
  shelf: Shelf;
  recorder: Recorder;
  config: OwnConfig;
  version: string;
  openApi: OpenApiPaths;
  /** Further endpoints below /api/v1; they ask for the token, too. */
  extend?: (api: Hono<SurfaceEnv>) => void;
  power: () => Promise<Power>;
  pairing: PairingDesk;
  /** Told when the config has changed, before the change is answered. */
  configChanged: () => void;
  /** Stands in for / in tests. */
  systemRoot?: string;
  report: (failure: RecorderFailure) => void;
};

/** The device's API: the endpoints that it shares with the server, and its own. */
export function createApp(parts: AppParts): Hono<SurfaceEnv> {
  const { recorder, config, version, openApi, pairing } = parts;
  const { app, api } = createSurface({
    version,
    openApi,
    shelf: sharedShelf(parts.shelf, recorder),
    searches: false,
    authenticate(request) {
      const token = bearerOf(request.headers.get("authorization"));
      if (token === undefined) return undefined;
      const isKnown = config.isToken(token) || pairing.isToken(token);
      return isKnown ? { name: "owner", scope: "write" } : undefined;
    },
    addOpen(open) {
      open.get("/pair", (context) => context.json(pairing.offer()));
      open.post("/pair", async (context) =>
        context.json(await pairing.pair(await readJson(pairingRequest, context.req.raw))),
      );
    },
    isListingOpen: () => config.config().open_listing,
    isOurs,
    report: parts.report,
  });
  api.get("/device", async (context) => context.json(await status(parts)));
  api.get("/device/config", (context) => context.json(config.config()));
  api.put("/device/config", async (context) => {
    const update = await readJson(deviceConfigUpdate, context.req.raw);
    const changed = await config.update(update);
    // There is no other way to shut out somebody who was paired.
    if (update.api_token !== undefined) await pairing.forgetAll();
    parts.configChanged();
    return context.json(changed);
  });
  api.post("/record/start", async (context) => context.json(await recorder.start()));
  api.post("/record/stop", async (context) => context.json(await recorder.stop()));
  parts.extend?.(api);
  const methods = ["get", "post", "put", "delete"] as const;
  app.route("/", docsPage({ title: "Voice recorder", openApiUrl: "/openapi.json", methods }));
  return app;
}

/** A name that a web page elsewhere cannot have taken for itself. */
function isOurs(name: string): boolean {
  const own = hostname().toLowerCase();
  const asked = name.toLowerCase();
  return isLocalHost(asked) || isIpAddress(asked) || asked === own || asked === `${own}.local`;
}

async function status(parts: AppParts): Promise<DeviceStatus> {
  const { shelf, recorder, config, version, systemRoot } = parts;
  const [space, power, network] = await Promise.all([
    readSpace(shelf.store.root),
    parts.power(),
    readNetwork(systemRoot),
  ]);
  return {
    device_id: config.config().device_id,
    firmware_version: version,
    state: recorder.state(),
    ...power,
    ...space,
    recordings_count: shelf.store.count(),
    ...network,
  };
}

/** What is left for us and what there is on the disk that holds a folder. */
export async function readSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder).catch((cause: unknown) => {
    throw new HubError("unavailable", "The disk of the shelf does not answer.", { cause });
  });
  return { storage_free_bytes: bavail * bsize, storage_total_bytes: blocks * bsize };
}
