import { z } from "zod";
import * as contract from "../../tools/portal/contract.ts";
import * as sky from "../../tools/portal/contract-tonight.ts";
import { asked } from "./tonight/asked.ts";

type Parameters = Record<string, z.ZodType>;

const site = z.string().describe(`${contract.SITE_CODES.join(", ")}, in any case`);
const tid = z.string().describe("T and a number: T5, t05, 5");
const refresh = z.literal("1").optional().describe("1 asks the portal, at most every 15 seconds");
const filter = {
  site: site.optional(),
  q: z.string().optional().describe("Words, all of which the row holds somewhere"),
  active: z.enum(["true", "false"]).optional(),
};
const path = z.string().min(1).max(2048).describe("A path of the portal: /Launchpad.aspx");
const { site: where, tid: which, target, ra, dec, date, min_alt } = asked.shape;
const curve = { site: where, tid: which, target, ra, dec, date, min_alt };

/** The groups of the docs, in their order. */
const TAGS = {
  Member: "Points, prices and reservations, as the portal tells them to you",
  Sites: "Weather, sun and moon at the six observatories",
  Telescopes: "The roster, and whether control servers answer",
  Planning: "What to image, computed here without asking anybody",
  Service: "The wrapper itself",
  Portal: "A page of the portal as it is",
};
type Tag = keyof typeof TAGS;

const ROUTES: [path: string, tag: Tag, schema: z.ZodType, says: string, parameters: Parameters][] =
  [
    [
      "/api/health",
      "Service",
      contract.health,
      "Whether the wrapper is set up; never asks the portal",
      {},
    ],
    [
      "/api/account",
      "Member",
      contract.account,
      "Points, plan, renewal and membership",
      { refresh },
    ],
    ["/api/plans", "Member", contract.plans, "Discount per telescope", { refresh }],
    ["/api/telescopes", "Telescopes", contract.telescopes, "The roster", filter],
    ["/api/weather", "Sites", contract.weather, "All six sites", { refresh }],
    ["/api/weather/{site}", "Sites", contract.siteWeather, "One site", { site, refresh }],
    [
      "/api/scope/{tid}/status",
      "Telescopes",
      contract.scopeStatus,
      "Whether a control server answers",
      { tid },
    ],
    [
      "/api/scopes/status",
      "Telescopes",
      sky.scopesAnswer,
      "Whether each control server answers",
      {},
    ],
    [
      "/api/reservations",
      "Member",
      contract.reservations,
      "The legacy grid and a pointer",
      { refresh },
    ],
    [
      "/api/tonight",
      "Planning",
      sky.tonightAnswer,
      "What to image, ranked, with reasons",
      asked.shape,
    ],
    ["/api/sky/{site}", "Sites", sky.skyAnswer, "A site's night, sun and moon", { site, date }],
    [
      "/api/visibility",
      "Planning",
      sky.visibilityAnswer,
      "A target's height over the night",
      curve,
    ],
    ["/api/raw", "Portal", contract.raw, "A portal path, read", { path }],
  ];

const QUERIES = ROUTES.map(([route, , , , parameters]) => ({
  matches: new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
  names: Object.keys(parameters).filter((name) => !route.includes(`{${name}}`)),
}));

/** What may stand in the query of an address of the API; undefined for an address that is none of its. */
export function queryNames(pathname: string): readonly string[] | undefined {
  return QUERIES.find(({ matches }) => matches.test(pathname))?.names;
}

/** The contract as OpenAPI 3.1, generated from its schemas. */
export function openApi(version: string) {
  const paths = ROUTES.map(([route, tag, schema, summary, parameters]) => {
    const success = {
      description: summary,
      content: { "application/json": { schema: plain(schema) } },
    };
    const get = {
      tags: [tag],
      summary,
      parameters: Object.entries(parameters).map(([name, its]) => parameterOf(route, name, its)),
      responses: { 200: success, default: { $ref: "#/components/responses/Failure" } },
    };
    return [route, { get }] as const;
  });
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return {
    openapi: "3.1.0",
    info: {
      title: "Telescope portal, read-only",
      version,
      description: "What a member sees of the portal. Nothing here can book, cancel or spend.",
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Error: plain(contract.portalError) },
      responses: { Failure: { description: "A failure, by its code", content: error } },
    },
  };
}

function parameterOf(route: string, name: string, type: z.ZodType) {
  const { description, ...schema } = plain(type, "input");
  return {
    name,
    in: route.includes(`{${name}}`) ? "path" : "query",
    required: !type.safeParse(undefined).success,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

/** A schema that can stand inside another document: "any JSON", the one definition it refers to, is {} there. */
function plain(type: z.ZodType, io: "input" | "output" = "output") {
  return JSON.parse(
    JSON.stringify(z.toJSONSchema(type, { io }), (key, value: unknown) => {
      if (key === "$schema" || key === "$defs") return undefined;
      return typeof value === "object" && value !== null && "$ref" in value ? {} : value;
    }),
  );
}
