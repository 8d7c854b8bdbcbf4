import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { wholePortal } from "../../server/portal/whole-portal.fixture.ts";
import { inputOf } from "../kit/run-tool.ts";
import { stage } from "./stage.fixture.ts";

async function open(t: TestContext) {
  const whole = wholePortal({}, { bookingUrl: "https://booking.test/" });
  return { ...whole, ...(await stage(t, whole.portal, whole.now)) };
}

const schema = (of: z.ZodObject, io: "input" | "output") =>
  JSON.stringify(z.toJSONSchema(of, { io }));

test("all ten tools read, and each has a title and a short description", async (t) => {
  const { tools } = await open(t);
  assert.equal(tools.length, 10);
  for (const { name, title, description, effect } of tools) {
    assert.equal(effect, "reads");
    assert.match(name, /^[a-z]+(_[a-z]+)?$/);
    assert.ok(title.length > 0 && title.length <= 40, name);
    assert.ok(description.length > 10 && description.length <= 160, name);
  }
});

test("inputs are flat, strict and portable, and every parameter is described", async (t) => {
  const { tools } = await open(t);
  for (const tool of tools) {
    const text = schema(inputOf(tool), "input");
    assert.doesNotMatch(text, /anyOf|oneOf|allOf|\$ref|\$defs|"const"|"null"/, tool.name);
    assert.match(text, /"additionalProperties":false/);
    for (const [name, member] of Object.entries(tool.input.shape)) {
      const about = JSON.stringify(z.toJSONSchema(member as z.ZodType)); // members of a zod shape
      assert.match(about, /"description"/, `${tool.name}.${name}`);
    }
  }
});

test("every output names all its fields", async (t) => {
  const { tools } = await open(t);
  for (const tool of tools)
    assert.doesNotMatch(
      schema(tool.output, "output"),
      /"additionalProperties":(\{|true)|"properties":\{\}/,
      tool.name,
    );
});

const READS: [string, Record<string, unknown>][] = [
  ["tonight", {}],
  ["tonight", { limit: 100 }],
  ["tonight", { nights: true }],
  ["tonight", { site: "eeye", telescope: "t11", moon: "good", min_alt: 40, date: "2026-12-01" }],
  ["visibility", { target: "M31" }],
  ["visibility", { ra: 5.5, dec: -5, site: "DSC", telescope: "T5" }],
  ["portal_weather", {}],
  ["portal_weather", { site: "spa" }],
  ["scope_status", {}],
  ["scope_status", { telescope: "T05" }],
  ["portal_account", {}],
  ["portal_plans", {}],
  ["portal_telescopes", {}],
  ["portal_telescopes", { filter: "ha", min_field: 40, in_service: true, words: "mono" }],
  ["portal_reservations", {}],
  ["portal_health", {}],
  ["portal_raw", { path: "/Launchpad.aspx" }],
];

test("every tool answers in at most 24 KB and asks the portal for nothing but GET, after one login", async (t) => {
  const { done, fake } = await open(t);
  for (const [name, args] of READS) {
    const { text, data } = await done(name, args);
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
    assert.ok(bytes <= 24_000, `${name}: ${bytes}`);
    assert.ok(text.length > 10, name);
  }
  const methods = fake.state.requests.map(({ method }) => method);
  assert.deepEqual([...new Set(methods)].sort(), ["GET", "POST"]);
  assert.equal(fake.state.loginPosts, methods.filter((method) => method === "POST").length);
  assert.equal(fake.state.loginPosts, 1);
  assert.deepEqual([fake.state.spent, fake.state.bookings.length], [[], 2]);
});

test("a roster of hundreds is answered page by page, each below 24 KB, each telescope once", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "outpost-roster-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const rosterFile = join(folder, "roster.csv");
  const long = "a rather long description of a camera that a member wrote down ";
  const rows = Array.from(
    { length: 300 },
    (_, i) => `T${i + 1},Scope ${i + 1},SSO,"${long.repeat(3)}"`,
  );
  writeFileSync(rosterFile, ["tid,name,site,camera", ...rows].join("\n"));
  const whole = wholePortal({}, { rosterFile });
  const { done } = await stage(t, whole.portal, whole.now);
  const seen: string[] = [];
  for (let args = {}, more = true; more; ) {
    const { text, data } = await done("portal_telescopes", args);
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
    assert.ok(bytes <= 24_000, `${bytes} bytes`);
    const { telescopes } = z
      .object({ telescopes: z.array(z.object({ tid: z.string() })) })
      .parse(data);
    seen.push(...telescopes.map(({ tid }) => tid));
    more = data.cursor !== undefined;
    args = { cursor: data.cursor };
  }
  assert.deepEqual(
    seen,
    rows.map((_, i) => `T${i + 1}`),
  );
});
