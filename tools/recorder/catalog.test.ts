import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { writeAnswer } from "../kit/road.ts";
import { inputOf } from "../kit/run-tool.ts";
import { stage } from "./stage.fixture.ts";

/** JSON Schema without what a server leaves out of a list: the dialect, and bounds of a double. */
function schema(of: z.ZodObject, io: "input" | "output"): string {
  return JSON.stringify(z.toJSONSchema(of, { io }), (keyword, value: unknown) =>
    keyword === "$schema" || value === Number.MAX_SAFE_INTEGER || value === -Number.MAX_SAFE_INTEGER
      ? undefined
      : value,
  );
}

test("there are 15 tools, seven of which read, each with a title and a short description", async (t) => {
  const { tools } = await stage(t);
  assert.equal(tools.length, 15);
  const effects = tools.map(({ effect }) => effect);
  assert.equal(effects.filter((effect) => effect === "reads").length, 7);
  assert.equal(effects.filter((effect) => effect === "destroys").length, 2);
  for (const { name, title, description } of tools) {
    assert.match(name, /^[a-z]+_[a-z]+$/);
    assert.ok(title.length > 0 && title.length <= 40, name);
    assert.ok(description.length > 10 && description.length <= 160, name);
  }
});

test("what a model pays for fits 9 KB with all gates open", async (t) => {
  const { tools } = await stage(t);
  const bytes = tools.reduce(
    (sum, tool) =>
      sum + Buffer.byteLength(tool.name + tool.description + schema(inputOf(tool), "input")),
    0,
  );
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes <= 9_000, `${bytes}`);
});

test("inputs are flat, strict and portable, every parameter is described, and none is a secret", async (t) => {
  const { tools } = await stage(t);
  for (const tool of tools) {
    const text = schema(inputOf(tool), "input");
    const odd = /anyOf|oneOf|allOf|\$ref|\$defs|exclusiveM|"const"|"null"/;
    assert.doesNotMatch(text, odd, tool.name);
    assert.match(text, /"additionalProperties":false/);
    assert.doesNotMatch(text, /"(\w*(token|secret|psk|password|access_key)\w*)":/i, tool.name);
    for (const [name, member] of Object.entries(tool.input.shape)) {
      const about = JSON.stringify(z.toJSONSchema(member as z.ZodType)); // members of a zod shape
      assert.match(about, /"description"/, `${tool.name}.${name}`);
      assert.doesNotMatch(about, /"type":"object"/, `${tool.name}.${name}`);
    }
  }
});

test("every output names all its fields", async (t) => {
  const { tools } = await stage(t);
  for (const tool of tools) {
    const output = tool.effect === "reads" ? tool.output : writeAnswer(tool.output);
    const text = schema(output, "output");
    assert.doesNotMatch(text, /"additionalProperties":(\{|true)|"properties":\{\}/, tool.name);
  }
});
