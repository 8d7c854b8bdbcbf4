import { z } from "zod";
import * as contract from "../../tools/portal/contract.ts";

const ROUTES: [path: string, schema: z.ZodType, says: string, parameters: string[]][] = [
  ["/api/health", contract.health, "Whether the wrapper is set up; never asks the portal", []],
  ["/api/account", contract.account, "Points, plan, renewal and membership", ["refresh"]],
  ["/api/plans", contract.plans, "Discount per telescope", ["refresh"]],
  ["/api/telescopes", contract.telescopes, "The roster", []],
  ["/api/weather", contract.weather, "All six sites", ["refresh"]],
  ["/api/weather/{site}", contract.siteWeather, "One site", ["site", "refresh"]],
  ["/api/scope/{tid}/status", contract.scopeStatus, "Whether a control server answers", ["tid"]],
  ["/api/reservations", contract.reservations, "The legacy grid and a pointer", ["refresh"]],
  ["/api/raw", contract.raw, "A portal path, read", ["path"]],
];

/** The contract as OpenAPI 3.1, generated from its schemas. */
export function openApi(version: string) {
  const content = (schema: z.ZodType) => ({
    "application/json": { schema: z.toJSONSchema(schema, { io: "output" }) },
  });
  const parameter = (route: string) => (name: string) => ({
    name,
    in: route.includes(`{${name}}`) ? "path" : "query",
    required: name !== "refresh",
    schema: { type: "string" },
  });
  const paths = ROUTES.map(([path, schema, summary, names]) => [
    path,
    {
      get: {
        summary,
        parameters: names.map(parameter(path)),
        responses: {
          200: { description: summary, content: content(schema) },
          default: { description: "A failure", content: content(contract.portalError) },
        },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Telescope portal, read-only", version },
    paths: Object.fromEntries(paths),
  };
}
