import { asText } from "../kit/as-text.ts";
import type { Effect } from "../kit/effect.ts";
import { HubError } from "../kit/errors.ts";
import type { Json, JsonObject } from "../kit/json.ts";
import { type Method, MORE_ROUTES, ROUTES, type Route } from "./endpoints.ts";
import { at, listIn, namesIn, objectIn, type Params, textOf } from "./object-paths.ts";
import { fillTemplate, formatPath, isKeyword, isName, parsePath } from "./paths.ts";

/** What a request is, whoever spelled it: canonical v3 path, the route it belongs to if any, effect and objects. */
export type Classified = {
  method: Method;
  path: string;
  route?: Route;
  params: Params;
  effect: Effect;
  touches: string[];
};

type Matcher = { route: Route; method: Method; parts: string[] };

const KNOWN = [...ROUTES, ...MORE_ROUTES];

// The v2 spellings stand last: /cluster is an endpoint of its own before it is what v2 calls /clusters.
const MATCHERS: Matcher[] = [
  ...KNOWN.map((route) => ({ route, method: route.method, parts: split(route.path) })),
  ...KNOWN.flatMap((route) =>
    route.v2 === undefined || route.v2 === "none"
      ? []
      : {
          route,
          method: route.v2.method ?? route.method,
          parts: split(route.v2.path ?? route.path),
        },
  ),
];

/**
 * Judges a request by the stricter of what it means and its wire verb. A v2 spelling is judged as the endpoint it
 * stands for. Throws HubError `bad-input` for a path, query or body that cannot be judged.
 */
export function classify(
  method: string,
  path: string,
  body?: Json,
  query: Record<string, string> = {},
): Classified {
  const verb = methodOf(method);
  checkQuery(verb, query);
  const segments = parsePath(path);
  const found = match(verb, segments);
  const known = found
    ? { route: found.route, params: found.params }
    : { params: {}, route: undefined };
  if (Array.isArray(body) || (body !== undefined && body !== null && typeof body !== "object"))
    throw new HubError("bad-input", "The body has to be a JSON object.");
  const members = objectIn(body);
  const canonical = found ? fillTemplate(found.route.path, found.params) : formatPath(segments);
  const named = known.route
    ? (known.route.touches?.(known.params, members) ?? [])
    : objectsSaid(segments, { members, query });
  const touches = named.length > 0 && known.route ? named : [...objectsAt(canonical), ...named];
  if (verb !== "GET" && [...segments, ...touches.flatMap((t) => t.split("/"))].some(isKeyword))
    throw keywordRefused();
  const said = objectsWithin({ members, query }).flatMap(({ texts }) => texts);
  if (verb !== "GET" && said.some((text) => KEYWORD.test(text))) throw keywordRefused();
  return {
    // Where the spelling was v2's, the verb becomes v3's too; the effect below still counts the verb that was asked.
    method: found?.route.method ?? verb,
    path: canonical,
    ...(known.route ? { route: known.route } : {}),
    params: known.params,
    effect: effectOf(verb, known.route, members, query),
    touches,
  };
}

/** The endpoint that a method and a path belong to, whatever the body; undefined for one that is not known. */
export function routeOf(method: string, path: string): Route | undefined {
  return match(methodOf(method), parsePath(path))?.route;
}

/** True where the path names objects by a keyword such as `:all:` instead of by name. */
export function namesAll(path: string): boolean {
  return parsePath(path).some(isKeyword);
}

export function keywordRefused(): HubError {
  return new HubError("not-allowed", "A keyword such as :all: is refused here.", {
    advice: "Name the object.",
  });
}

function effectOf(
  verb: Method,
  route: Route | undefined,
  body: JsonObject,
  query: Record<string, string>,
): Effect {
  if (verb === "GET") return "reads";
  if (verb === "DELETE" || !route || route.effect === "destroys") return "destroys";
  if (forces(body) || forces(query)) return "destroys";
  // A query on a writing request can mean anything that we do not know.
  if (Object.keys(query).some((name) => !/^force/i.test(name))) return "destroys";
  const operation = body.operationType;
  if (operation !== undefined && operation !== "setQuota") return "destroys";
  return "changes";
}

const NO = new Set(["false", "no", "0", "undefined", "null"]);

function forces(members: JsonObject): boolean {
  return objectsWithin(members).some(({ object }) =>
    Object.entries(object).some(
      ([name, value]) => /force/i.test(name) && !NO.has(asText(value).toLowerCase()),
    ),
  );
}

/** A member's value that is a keyword and nothing else: a comment may well speak of one. */
const KEYWORD = /^:all\w*:$/i;

type Within = { object: JsonObject; texts: string[] };

/** A body and every object in it, however deep, each with the texts it holds. */
function objectsWithin(value: Json | undefined, depth = 0): Within[] {
  if (depth > 64) throw new HubError("bad-input", "The body is nested too deeply.");
  if (Array.isArray(value)) return value.flatMap((one) => objectsWithin(one, depth + 1));
  if (typeof value !== "object" || value === null) return [];
  const members = Object.values(value);
  const texts = members.flat(3).filter((one) => typeof one === "string");
  return [
    { object: value, texts },
    ...members.flatMap((member) => objectsWithin(member, depth + 1)),
  ];
}

const CONTROL = /\p{Cc}/u;

function checkQuery(verb: Method, query: Record<string, string>): void {
  for (const [name, value] of Object.entries(query)) {
    if (!/^[A-Za-z_][\w.-]*$/.test(name) || CONTROL.test(value))
      throw new HubError("bad-input", "The query holds something that is not a plain parameter.");
    if (/^_?method$|override/i.test(name))
      throw new HubError("bad-input", `A query parameter ${name} is refused.`, {
        advice: `The method is ${verb}, and nothing in the query may change it.`,
      });
  }
}

function methodOf(method: string): Method {
  if (method === "GET" || method === "POST" || method === "PUT") return method;
  if (method === "PATCH" || method === "DELETE") return method;
  throw new HubError("bad-input", "The method has to be GET, POST, PUT, PATCH or DELETE.");
}

function match(method: Method, segments: string[]): { route: Route; params: Params } | undefined {
  for (const matcher of MATCHERS) {
    if (matcher.method !== method || matcher.parts.length !== segments.length) continue;
    const params = matchParts(matcher.parts, segments);
    if (params) return { route: matcher.route, params };
  }
  return undefined;
}

function matchParts(parts: string[], segments: string[]): Params | undefined {
  const params: Params = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    const found = /^\{(\w+)\}(:\w+)?$/.exec(part);
    if (!found) {
      if (part !== segment) return undefined;
      continue;
    }
    const [, name = "", verb = ""] = found;
    const value = segment.endsWith(verb) ? segment.slice(0, segment.length - verb.length) : "";
    // A colon that is no known verb belongs to an endpoint that we do not know, unless it is a keyword.
    if (value === "" || (value.includes(":") && !isKeyword(value))) return undefined;
    params[name] = value;
  }
  return params;
}

function split(path: string): string[] {
  return path.slice(1).split("/");
}

/** The path itself without its verb, and where it lies deeper than any object we know, that object too. */
function objectsAt(path: string): string[] {
  const segments = parsePath(path).map((s) => (isKeyword(s) ? s : (s.split(":")[0] ?? s)));
  const whole = `/${segments.join("/")}`;
  const [kind, fs, inner, name, deeper] = segments;
  if (kind !== "filesystems" || fs === undefined) {
    const owner = `/${segments.slice(0, 2).join("/")}`;
    return segments.length > 2 ? [whole, owner] : [whole];
  }
  if (inner === undefined || name === undefined) return [whole];
  if (inner === "snapshots" && deeper === undefined) return [whole];
  if (inner !== "filesets") return [whole, at.filesystem(fs)];
  if (deeper === undefined || (deeper === "snapshots" && segments.length <= 6)) return [whole];
  return [whole, at.fileset(fs, name)];
}

const FILESET_MEMBERS = ["filesetName", "newFilesetName", "fileset_name", "new_fileset_name"];
/** What renames: of the object that the path names, in the words of the native API. */
const NAME_MEMBERS = ["name", "newName", "new_name"];

/** What body and query of an unknown endpoint name, at any depth, by the members that name objects all over the API. */
function objectsSaid(segments: string[], said: JsonObject): string[] {
  const objects = objectsWithin(said).map(({ object }) => object);
  const all = (...members: string[]) => [...new Set(objects.flatMap((o) => listed(o, members)))];
  const filesystems = all("filesystemName", "fs_name", "fsName", "deviceName", "filesystem");
  const filesets = all(...FILESET_MEMBERS, "fileset", "filesets");
  const [kind, owner, inner] = segments.map((segment) => segment.split(":")[0] ?? segment);
  const renamed = objects
    .flatMap((object) => NAME_MEMBERS.map((member) => textOf(object, member)))
    .filter(isName);
  const own = kind === "filesystems" ? owner : undefined;
  if (own !== undefined && inner === "filesets") filesets.push(...renamed);
  if (kind === "filesystems" && inner === undefined) filesystems.push(...renamed);
  const within = own === undefined ? filesystems : [own, ...filesystems];
  return [
    ...filesystems.map(at.filesystem),
    ...within.flatMap((fs) => filesets.map((name) => at.fileset(fs, name))),
  ];
}

/** The names under these members, where one may also hold a list of names; what holds objects is looked at by itself. */
function listed(object: JsonObject, members: string[]): string[] {
  return members.flatMap((member) =>
    listIn(object[member] === undefined ? [] : [object[member]].flat())
      .filter((one) => typeof one !== "object")
      .flatMap((one) => namesIn({ [member]: one }, member)),
  );
}
