import { asText } from "../kit/as-text.ts";
import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import type { Gates } from "../kit/gates.ts";
import type { JsonObject } from "../kit/json.ts";
import { apiError } from "./api-errors.ts";
import type { Capability } from "./capability.ts";
import { type Classified, classify, keywordRefused, namesAll } from "./classify.ts";
import { isOver, readOperation } from "./contract.ts";
import { type Condition, localFilter, valueAt, writeFilter } from "./filter.ts";
import { type Answer, fullPath, type Http, type Version, type Waiting } from "./http.ts";
import { listIn, objectIn } from "./object-paths.ts";
import { spelled } from "./spelling.ts";

/** `fields` as the API takes them; conditions are sent to the cluster, or applied here where it refuses them. */
export type Ask = {
  fields?: string;
  filter?: readonly Condition[];
  query?: Record<string, string>;
};

export type Found = { json: JsonObject; version: Version };
export type Listed = {
  items: JsonObject[];
  version: Version;
  /** How many items the operator's path rules hide. */
  hidden: number;
  /** True where there is more than a list will ever fetch. */
  capped: boolean;
};

const MOST_ITEMS = 100_000;
const MOST_PAGES = 400;
const OPERATION_TRIES = 40;

/** Reads of the cluster: judged by the path rules, v3 first with v2 behind it, paged to the end. */
export function createReading(world: {
  http: Http;
  capability: Capability;
  gates: Gates;
  apiRoot: string;
  waiting: Waiting;
}) {
  const { http, capability, gates, waiting } = world;

  function allowed(target: Classified): void {
    if (gates.paths.set && namesAll(target.path)) throw keywordRefused();
    // The items of a collection are looked at one by one; everything else has to be allowed as a whole.
    const refused = target.route?.item
      ? gates.paths.denies(target.path)
      : (gates.paths.refuse(target.touches) ?? gates.paths.denies(target.path));
    if (refused) throw refused;
  }

  /** An item without its name, because other fields were asked for, cannot be judged: a rule then hides it. */
  function shows(path: string): boolean {
    return !gates.paths.set || (!path.endsWith("/") && gates.paths.shows(path));
  }

  async function exchange(
    target: Classified,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<{ answer: Answer; version: Version }> {
    const choice = await capability.choose(target.route, signal);
    const version = choice === "v2" ? "v2" : "v3";
    const wanted = spelled(target, version, query);
    const answer = wanted ? await http.read(wanted, signal) : { status: 404 };
    if (answer.status < 300) capability.learn(target.route, version);
    const older = spelled(target, "v2", query);
    if (answer.status !== 404 || choice !== "unknown" || !older) return { answer, version };
    const second = await http.read(older, signal);
    if (second.status < 300) capability.learn(target.route, "v2");
    // Where v2 does not know the path either, what v3 said is the answer.
    return second.status === 404 ? { answer, version } : { answer: second, version: "v2" };
  }

  async function settled(target: Classified, ask: Ask, more: Record<string, string>, call: Call) {
    const query = {
      ...ask.query,
      ...(ask.fields ? { fields: ask.fields } : {}),
      ...(ask.filter?.length ? { filter: writeFilter(ask.filter) } : {}),
      ...more,
    };
    const found = await exchange(target, query, call.signal);
    return { ...found, json: await operationResult(found.answer.json ?? {}, target, call) };
  }

  /** Even some reads of the native v3 are operations, with the data in their response. */
  async function operationResult(json: JsonObject, target: Classified, call: Call) {
    let operation = readOperation(json);
    let latest = json;
    const id = /^operations\/([\w.-]+)$/.exec(operation?.id ?? "")?.[1];
    if (!operation || id === undefined || target.path.startsWith("/operations/")) return json;
    for (let tries = 0; !isOver(operation.state) && tries < OPERATION_TRIES; tries++) {
      await waiting.pause(250, call.signal);
      const path = `/operations/${id}`;
      const answer = await http.read({ method: "GET", version: "v3", path }, call.signal);
      latest = answer.json ?? {};
      operation = readOperation(latest) ?? operation;
    }
    return objectIn(latest.response);
  }

  function failure(answer: Answer, target: Classified, version: Version): HubError {
    const wanted = spelled(target, version, {}) ?? { path: target.path, version };
    return apiError(answer, `GET ${fullPath(world.apiRoot, wanted)}`, http.place);
  }

  async function pages(target: Classified, ask: Ask, call: Call, refusable: boolean) {
    const items: JsonObject[] = [];
    let more: Record<string, string> = {};
    for (let count = 1; ; count++) {
      const { answer, version, json } = await settled(target, ask, more, call);
      if (answer.status === 400 && refusable && count === 1) return undefined;
      if (answer.status >= 300) throw failure(answer, target, version);
      const found = itemsIn(json, target.route?.keys);
      items.push(...found);
      const next = nextPage(json);
      const stuck = next !== undefined && JSON.stringify(next) === JSON.stringify(more);
      if (!next || found.length === 0 || stuck) return { items, version, capped: stuck };
      if (items.length >= MOST_ITEMS || count >= MOST_PAGES)
        return { items, version, capped: true };
      more = next;
    }
  }

  async function whole(target: Classified, ask: Ask, call: Call) {
    const conditions = ask.filter ?? [];
    const filtered = await pages(target, ask, call, conditions.length > 0);
    if (filtered) return filtered;
    const { filter: _, ...rest } = ask;
    const named = ask.fields && [ask.fields, ...conditions.map((c) => c.field)].join(",");
    const all = await pages(target, { ...rest, ...(named ? { fields: named } : {}) }, call, false);
    if (!all) throw new Error("a list without a filter cannot be refused for it");
    for (const { field } of conditions)
      if (
        all.items.length > 0 &&
        all.items.every((i) => valueAt(i, field.split(".")) === undefined)
      )
        throw new HubError("bad-input", `There is no field ${field} to filter by here.`, {
          advice: "Use a field that the list shows, such as filesetName or config.status.",
        });
    return { ...all, items: all.items.filter(localFilter(conditions)) };
  }

  return {
    /** The answer of a GET as it came. Throws HubError `not-allowed` for a path that the rules refuse. */
    read: async (path: string, ask: Ask, call: Call): Promise<Found> => {
      const target = classify("GET", path, undefined, ask.query);
      allowed(target);
      const { answer, version, json } = await settled(target, ask, {}, call);
      if (answer.status >= 300) throw failure(answer, target, version);
      return { json, version };
    },

    /** The one object that a path names, out of the list of one that the API wraps it in. */
    object: async (
      path: string,
      ask: Ask,
      call: Call,
    ): Promise<{ item: JsonObject; version: Version }> => {
      const target = classify("GET", path, undefined, ask.query);
      allowed(target);
      const { answer, version, json } = await settled(target, ask, {}, call);
      if (answer.status >= 300) throw failure(answer, target, version);
      const item = itemsIn(json, target.route?.keys)[0];
      if (!item) throw failure({ status: 404, json: {} }, target, version);
      return { item, version };
    },

    /** A collection, all its pages, without what the path rules hide. */
    list: async (path: string, ask: Ask, call: Call): Promise<Listed> => {
      const target = classify("GET", path, undefined, ask.query);
      allowed(target);
      const { items, version, capped } = await whole(target, ask, call);
      const about = target.route?.item;
      const shown = about ? items.filter((i) => about(target.params, i).every(shows)) : items;
      return { items: shown, version, capped, hidden: items.length - shown.length };
    },

    /** The paths of a collection's items, hidden ones too. For the guard alone: never show them. */
    pathsOf: async (path: string, call: Call): Promise<string[]> => {
      const target = classify("GET", path);
      const { items } = await whole(target, { fields: ":none:" }, call);
      return items.flatMap((item) => target.route?.item?.(target.params, item) ?? []);
    },

    /** A collection's items, hidden ones too. For the guard alone: never show them. */
    every: async (path: string, call: Call) => {
      const { items, capped } = await whole(classify("GET", path), {}, call);
      return { items, capped };
    },

    /** A job's present state, past the path rules: the caller has checked that it may be seen. */
    unjudged: async (path: string, signal: AbortSignal): Promise<Found> => {
      const target = classify("GET", path);
      const { answer, version } = await exchange(target, {}, signal);
      if (answer.status >= 300) throw failure(answer, target, version);
      return { json: answer.json ?? {}, version };
    },

    allowed: (path: string) => allowed(classify("GET", path)),
  };
}

export type Every = ReturnType<typeof createReading>["every"];

/** The list in an answer: under one of its known names, or the first list there is; a lone object counts as one. */
function itemsIn(json: JsonObject, keys: readonly string[] = []): JsonObject[] {
  const key = keys.find((name) => json[name] !== undefined && json[name] !== null);
  const member = key === undefined ? Object.values(json).find(Array.isArray) : json[key];
  if (Array.isArray(member)) return listIn(member).map(objectIn);
  if (member !== undefined) return [objectIn(member)];
  // Native v3 answers a single object bare.
  return typeof json.name === "string" ? [json] : [];
}

/** Query parameters of the next page; of a link only its query counts, never its host. */
function nextPage(json: JsonObject): Record<string, string> | undefined {
  const token = json.next_page_token;
  if (typeof token === "string" && token !== "") return { page_token: token };
  const { lastId, next } = objectIn(json.paging);
  if (lastId !== undefined && lastId !== null && next !== "") return { lastId: asText(lastId) };
  if (typeof next !== "string" || !URL.canParse(next, "https://cluster")) return undefined;
  const query = Object.fromEntries(new URL(next, "https://cluster").searchParams);
  const { fields: _, filter: __, ...more } = query;
  return Object.keys(more).length > 0 ? more : undefined;
}
