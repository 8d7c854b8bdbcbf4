import { ODD_WORDS } from "../../server/portal/invent-request.fixture.ts";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

/** Finds the schema that a reference means. */
export type Resolve = (ref: string) => Schema;

/** Words that fit, by the name of what they are for. */
export type Fitting = Record<string, readonly [unknown, ...unknown[]]>;

export type Inventing = { random: Seeded; resolve: Resolve; fitting: Fitting };

/** A value that a schema allows, seven times of eight; else one that it hardly does. */
export function inventValue(
  schema: Schema,
  name: string,
  { random, ...world }: Inventing,
): unknown {
  const again = (inner: Schema, called: string) => inventValue(inner, called, { random, ...world });
  if (random.next() < 0.08) return inventOdd(random);
  const known = world.fitting[name];
  if (known) return random.pick(known);
  if (schema.$ref !== undefined) return again(world.resolve(schema.$ref), name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[random.int(0, schema.enum.length - 1)];
  const either = schema.anyOf?.[random.int(0, schema.anyOf.length - 1)];
  if (either) return again(either, name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return inventObject(schema, random, again);
    case "array":
      return Array.from({ length: random.int(0, 3) }, () => again(schema.items ?? {}, name));
    case "integer":
      return random.int(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, 1_000_000));
    case "number":
      return (schema.minimum ?? 0) + random.next() * 10;
    case "boolean":
      return random.next() < 0.5;
    case "null":
      return null;
    default:
      return random.pick(["a", "kitchen", "2026-11-21T08:15:00Z", "http://127.0.0.1:9", "é"]);
  }
}

function inventObject(
  { properties = {}, required = [] }: Schema,
  random: Seeded,
  again: (inner: Schema, name: string) => unknown,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties))
    if (random.next() < (required.includes(name) ? 0.98 : 0.3)) made[name] = again(inner, name);
  if (random.next() < 0.05) made[oddWord(random)] = inventOdd(random);
  return made;
}

function inventOdd(random: Seeded): unknown {
  const odd = [null, true, -1, 0, 1.5, 1e308, 2 ** 53, "", [], {}, [[[[]]]], "\ud800", "\u0000"];
  return random.next() < 0.5 ? odd[random.int(0, odd.length - 1)] : oddWord(random);
}

export const oddWord = (random: Seeded): string =>
  ODD_WORDS[random.int(0, ODD_WORDS.length - 1)] ?? "";

const ODD_TEXTS = [
  ...["", "{", "}", "null", "[]", '"x"', "1", "{}{}", '{"a":1,"a":2}', '{"__proto__":{"a":1}}'],
  ...["\ufeff{}", "{'a':1}", '{"a":NaN}', `${"[".repeat(3000)}`, `{"a":"${"x".repeat(70_000)}"}`],
] as const;

/** JSON of a value, or what only looks like it. */
export const inventJson = (schema: Schema, inventing: Inventing): string =>
  inventing.random.next() < 0.85
    ? JSON.stringify(inventValue(schema, "", inventing))
    : inventing.random.pick(ODD_TEXTS as unknown as [string, ...string[]]); // it is not empty
