import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

export type JsonSchema = { [keyword: string]: unknown };

/**
 * Flat JSON Schema of an input, strict, without what every client knows or some cannot read. Lengths of texts are left
 * to the road, which says them in words to whoever goes beyond.
 */
export function inputSchema(input: z.ZodObject): JsonSchema {
  const drop = new Set(["$schema", "minLength", "maxLength", "pattern"]);
  return { ...trim(z.toJSONSchema(input, { io: "input" }), drop), additionalProperties: false };
}

/**
 * JSON Schema of an output: every field and its type. Open, and silent on which fields are always there, so that a
 * later version may add and drop some without breaking a client, and because every model pays for every byte.
 */
export function outputSchema(output: z.ZodObject): JsonSchema {
  const drop = new Set(["$schema", "required", "description", "enum", "minimum", "maximum"]);
  return trim(z.toJSONSchema(output, { io: "output" }), drop);
}

/**
 * A schema as the MCP server wants it. It checks nothing itself: the road parses every input and every output, so
 * that a bad one is answered in our words and costs one parse, not two. Converted only when a client lists tools,
 * because a server over HTTP is made anew for every request.
 */
export function unchecked(convert: () => JsonSchema): StandardSchemaWithJSON {
  let json: JsonSchema | undefined;
  const converted = () => {
    json ??= convert();
    return json;
  };
  return {
    "~standard": {
      version: 1,
      vendor: "outpost",
      validate: (value) => ({ value }),
      jsonSchema: { input: converted, output: converted },
    },
  };
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** Drops these keywords, `additionalProperties: false` and the bounds that only say "fits a double", at every depth. */
function trim(schema: JsonSchema, drop: ReadonlySet<string>): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      !drop.has(keyword) &&
      !(keyword === "additionalProperties" && (value === false || isEmpty(value))) &&
      !(keyword === "maximum" && value === SAFE) &&
      !(keyword === "minimum" && value === -SAFE),
  );
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, trimMember(keyword, value, drop)]),
  );
}

function trimMember(keyword: string, value: unknown, drop: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value;
  if (keyword === "properties" || keyword === "$defs")
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        isObject(member) ? trim(member, drop) : member,
      ]),
    );
  return keyword === "items" || keyword === "additionalProperties" ? trim(value, drop) : value;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
