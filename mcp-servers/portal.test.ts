import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { wholePortal } from "../server/portal/whole-portal.fixture.ts";
import { createRoad } from "../tools/kit/shelf.fixture.ts";
import { createPortalClient, type PortalWorld } from "../tools/portal/client.ts";
import { ERAS, type Era, serveOver, WIRES, type Wire } from "./link.fixture.ts";
import { portalServing } from "./portal.ts";
import { createMcpServer } from "./serve.ts";

type Options = { raw?: boolean; instructions?: string; wire?: Wire };

/** A client of the portal's server; behind it the whole wrapper and a fake portal that counts. */
async function connected(t: TestContext, era: Era, options: Options = {}) {
  const whole = wholePortal({}, { bookingUrl: "https://booking.test/" });
  const overFetch = { url: "http://127.0.0.1:8000", fetch: whole.portal.fetch, now: whole.now };
  return { ...whole, ...(await served(t, era, overFetch, options)) };
}

async function served(t: TestContext, era: Era, world: PortalWorld, options: Options = {}) {
  const { wire = "stdio", ...rest } = options;
  const { road, close } = await createRoad({ writes: false, destructive: false });
  t.after(close);
  const serving = portalServing({
    portal: async () => createPortalClient(world),
    road: { ...road, source: "portal" },
    principal: "local:ada",
    version: "0",
    ...rest,
  });
  const link = await serveOver(wire, () => createMcpServer(serving));
  t.after(() => link.close());
  return { client: await link.connect(era), serving };
}

const textOf = (result: unknown) =>
  z.object({ content: z.array(z.object({ text: z.string() })) }).parse(result).content[0]?.text ??
  "";

test("what a model pays for stays below 5 KB, and the whole list below 14 KB", async (t) => {
  for (const raw of [false, true]) {
    const { client } = await connected(t, "legacy", { raw });
    const { tools } = await client.listTools();
    assert.equal(tools.length, raw ? 10 : 9);
    const paid = tools.map(({ name, description, inputSchema: input }) => ({
      name,
      description,
      input,
    }));
    const bytes = Buffer.byteLength(JSON.stringify(paid));
    const all = Buffer.byteLength(JSON.stringify({ tools }));
    t.diagnostic(`${tools.length} tools, ${bytes} of ${all} bytes`);
    assert.ok(bytes <= 5_000, `${bytes} bytes of names, descriptions and inputs`);
    assert.ok(all <= 14_000, `${all} bytes of tools/list`);
    for (const { annotations } of tools)
      assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [true, false]);
  }
});

test("the raw tool is neither listed nor callable unless the operator says so", async (t) => {
  const { client } = await connected(t, "legacy");
  const path = { path: "/Launchpad.aspx" };
  await assert.rejects(client.callTool({ name: "portal_raw", arguments: path }), /portal_raw/);
  const { client: open } = await connected(t, "legacy", { raw: true });
  assert.match(textOf(await open.callTool({ name: "portal_raw", arguments: path })), /1234\.5/);
});

test("the instructions say that nothing can be booked, then the operator's words, in less than 2 KB", async (t) => {
  const { client } = await connected(t, "legacy", { instructions: "T5 is ours on Mondays." });
  const said = client.getInstructions() ?? "";
  assert.match(said, /only reads[\s\S]*booked[\s\S]*T5 is ours on Mondays\.$/);
  assert.ok(Buffer.byteLength(said) < 1500);
});

for (const wire of WIRES)
  for (const era of ERAS)
    test(`over ${wire} of ${era} a call goes through the wrapper to the portal and comes back as text`, async (t) => {
      const { client, fake } = await connected(t, era, { wire });
      const call = async (name: string, args = {}) => client.callTool({ name, arguments: args });
      assert.match(textOf(await call("portal_account")), /^1,234\.5 points/);
      assert.match(
        textOf(await call("portal_weather", { site: "SSO" })),
        /SSO is SAFE: read 1 min/,
      );
      const ranked = await call("tonight", { limit: 2 });
      assert.match(textOf(ranked), /\n1\. .*\n2\. /);
      const { picks } = z.object({ picks: z.array(z.unknown()) }).parse(ranked.structuredContent);
      assert.equal(picks.length, 2);
      assert.equal((await call("scope_status", { telescope: "T99" })).isError, true);
      assert.equal(fake.state.loginPosts, 1);
    });

test("over real sockets, from the client down to a served wrapper", async (t) => {
  const whole = wholePortal({}, { port: 0 });
  const { url, close } = await whole.portal.serve();
  t.after(close);
  const { client } = await served(t, "2026-07-28", { url, now: whole.now });
  const answer = await client.callTool({ name: "portal_account", arguments: {} });
  assert.match(textOf(answer), /^1,234\.5 points/);
});

for (const era of ERAS)
  test(`resources of ${era} are listed, completed and read`, async (t) => {
    const { client, fake } = await connected(t, era);
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    for (const uri of ["portal://weather", "portal://sites/EYE", "portal://telescopes/T12"])
      assert.ok(uris.includes(uri), uri);
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 3);
    const completed = async (uri: string, name: string, value: string) =>
      (await client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } }))
        .completion.values;
    assert.deepEqual(await completed("portal://sites/{site}", "site", "s"), ["sso", "sro"]);
    const tids = await completed("portal://telescopes/{telescope}", "telescope", "T1");
    assert.deepEqual(tids, ["T1", "T10", "T11", "T12"]);
    const read = async (uri: string) =>
      JSON.stringify((await client.readResource({ uri })).contents);
    assert.match(await read("portal://sites/sso"), /age_s/);
    assert.match(await read("portal://sites/DSC/night"), /dark_start/);
    assert.match(await read("portal://telescopes/T5"), /Condor/);
    assert.match(await read("portal://booking"), /https:\/\/booking\.test/);
    await assert.rejects(client.readResource({ uri: "portal://telescopes/T99" }), /T99/);
    await assert.rejects(client.readResource({ uri: "portal://sites/..%2fraw" }));
    assert.deepEqual(fake.state.spent, []);
  });

test("the prompt plans a night for what was named, and books nothing", async (t) => {
  const { client } = await connected(t, "legacy");
  const { messages } = await client.getPrompt({
    name: "plan_my_night",
    arguments: { site: "SSO", target: "M83" },
  });
  const text = JSON.stringify(messages);
  assert.match(text, /night of M83 from SSO\./);
  assert.match(text, /unknown is not safe[\s\S]*nothing can be booked/);
});

const Properties = z.object({
  properties: z.record(
    z.string(),
    z.object({ type: z.string(), enum: z.array(z.string()).optional() }),
  ),
});
const WORDS = [
  "SSO",
  "T5",
  "M31",
  "/Services/Portal.asmx/BookTelescope?tid=T11",
  "../x",
  "2026-12-01",
];
const FITTING: Record<string, string> = {
  site: "dsc",
  telescope: "T5",
  words: "condor",
  filter: "ha",
  date: "2026-12-01",
  target: "M42",
  path: "/Launchpad.aspx",
};

/** Arguments for a flat schema, different for each seed; the first seeds fit, later ones may not. */
function generated(schema: unknown, seed: number): Record<string, unknown> {
  const { properties = {} } = Properties.partial().parse(schema);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name], index) => (seed < 3 ? name !== "cursor" : (seed + index) % 3 > 0))
      .map(([name, { type, enum: choices }], index) => {
        const at = seed + index;
        if (choices) return [name, choices[at % choices.length]];
        if (type === "boolean") return [name, at % 2 === 0];
        if (type === "number" || type === "integer") return [name, 1 + (at % 7)];
        return [
          name,
          seed < 3 ? (FITTING[name] ?? WORDS[at % WORDS.length]) : WORDS[at % WORDS.length],
        ];
      }),
  );
}

test("every tool, called with generated arguments, sends the portal nothing but GET and one login", async (t) => {
  const { client, fake, probed } = await connected(t, "2026-07-28", { raw: true });
  const { tools } = await client.listTools();
  const answered = new Set<string>();
  for (const { name, inputSchema: schema } of tools)
    for (let seed = 0; seed < 9; seed++) {
      const result = await client.callTool({ name, arguments: generated(schema, seed) });
      if (result.isError !== true) answered.add(name);
    }
  const { state } = fake;
  const others = state.requests.filter(({ method }) => method !== "GET");
  assert.equal(answered.size, tools.length, [...answered].join());
  assert.ok(state.requests.length > 10);
  assert.deepEqual(
    others.map(({ method, path }) => [method, path.split("?")[0]]),
    [["POST", "/Default.aspx"]],
  );
  assert.deepEqual([state.spent, state.points, state.bookings.length], [[], 1234.5, 2]);
  assert.ok(probed.every((host) => /^t\d+\.itelescope\.net$/.test(host)));
});
