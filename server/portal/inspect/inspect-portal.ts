import { isObject, type Json, type JsonObject } from "../../../tools/kit/json.ts";
import { SITE_CODES } from "../../../tools/portal/contract.ts";
import { pageOf } from "../client/classify.ts";
import { dataReader } from "../client/read-data.ts";
import type { World } from "../create-views.ts";
import { successOf } from "../decode.ts";
import { PortalFailure } from "../failure.ts";
import { openSession } from "../open-session.ts";
import { keyAmong } from "../portal-map.ts";
import { guardAddress } from "../raw/fetch-raw.ts";
import { type PortalSettings, resolve } from "../settings.ts";
import { gridOf } from "../views/reservations.ts";
import { weatherOf } from "../views/weather.ts";
import { shapeOf } from "./shape-of.ts";

/** How one field of the map fared: under which key of the answer it was found, or null. */
type FieldFound = { field: string; key: string | null; aliases: readonly string[] };

/** One look at the portal. `failure` stands in place of all else. */
export type Look = {
  about: "login" | "account" | "plans" | "weather" | "reservations";
  path: string;
  /** Keys and types, a line each; no values. */
  shape: string[];
  fields: FieldFound[];
  /** What the map cannot read although it is there. */
  remarks: string[];
  failure?: PortalFailure;
};

/**
 * Signs in once and looks at the answer of each resource of the map, one after the other, politely. A failed login is
 * the only look then. Throws nothing of the portal's.
 */
export async function* inspectPortal(
  settings: PortalSettings,
  world: World = {},
): AsyncGenerator<Look> {
  const set = resolve(settings);
  const now = world.now ?? Date.now;
  const map = set.map();
  const { session } = openSession(set, world);
  const read = dataReader(session);
  const page = async (path: string) =>
    pageOf(successOf(await session.get(path, { guard: guardAddress })));

  const login = await look("login", map.proof, async () => {
    await page(map.proof);
    return {};
  });
  yield login;
  if (login.failure) return;

  yield await look("account", map.account.path, async (path) => {
    return told(await read(path, true), map.account.fields);
  });
  yield await look("plans", map.plans.path, async (path) => {
    return told(await read(path, true), map.plans.fields);
  });
  const [site] = SITE_CODES;
  yield await look("weather", map.weather.path.replace("{site}", site), async (path) => {
    const value = await read(path);
    const seen = { value, meta: META };
    const { state, reason } = weatherOf(site, seen, null, map, now());
    const remarks =
      state === "unknown"
        ? [`The weather of ${site} reads as unknown: ${reason ?? "no reason"}`]
        : [];
    return { ...told(value, map.weather.fields), remarks };
  });
  yield await look("reservations", map.reservations.path, async (path) => {
    const { legacy, warnings } = gridOf(await page(path));
    const { columns, rows, items } = legacy;
    const unread = rows.length - items.length;
    return {
      shape: [`a grid of ${rows.length} rows and ${columns.length} columns`],
      remarks: [
        ...warnings,
        ...(unread > 0
          ? [
              `${unread} ${unread === 1 ? "row has" : "rows have"} no start and end that can be read.`,
            ]
          : []),
      ],
    };
  });
}

const META = {
  fetched_at: null,
  age_s: 0,
  stale: false,
  source: "portal" as const,
  warnings: [],
  error: null,
};

async function look(
  about: Look["about"],
  path: string,
  ask: (path: string) => Promise<Partial<Look>>,
): Promise<Look> {
  const nothing = { about, path, shape: [], fields: [], remarks: [] };
  try {
    return { ...nothing, ...(await ask(path)) };
  } catch (thrown) {
    return { ...nothing, failure: PortalFailure.from(thrown) };
  }
}

function told(value: Json, fields: Readonly<Record<string, readonly string[]>>): Partial<Look> {
  const row = firstObject(value);
  return {
    shape: shapeOf(value),
    fields: Object.entries(fields).map(([field, aliases]) => ({
      field,
      aliases,
      key: keyAmong(row, aliases) ?? null,
    })),
  };
}

function firstObject(value: Json): JsonObject {
  const first = Array.isArray(value) ? value.flat().find(isObject) : value;
  return isObject(first) ? first : {};
}
