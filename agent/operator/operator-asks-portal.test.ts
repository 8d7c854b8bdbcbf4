import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { wholePortal } from "../../server/portal/whole-portal.fixture.ts";
import { inputOf } from "../../tools/kit/run-tool.ts";
import { unfence } from "../../tools/kit/untrusted.ts";
import type { Message } from "../../tools/llm/llm.ts";
import { stage } from "../../tools/portal/stage.fixture.ts";
import { createOperator } from "./operator.ts";
import { portalSystem } from "./portal/index.ts";
import { HELD_OUT } from "./portal.held-out.ts";
import { ASKING } from "./portal.paraphrases.ts";

/** A conversation with the operator over the tools, the whole wrapper and a fake portal. */
async function talk(t: TestContext, settings: Parameters<typeof wholePortal>[1] = {}) {
  const whole = wholePortal({}, { bookingUrl: "https://booking.test/", ...settings });
  const portal = await stage(t, whole.portal, whole.now);
  const operator = createOperator([portalSystem("https://booking.test/")]);
  const messages: Message[] = [];
  const tools = portal.tools.map(({ name }) => ({ name, description: "", inputSchema: {} }));

  async function say(text: string): Promise<string> {
    messages.push({ role: "user", blocks: [{ type: "text", text }] });
    for (;;) {
      const { signal } = new AbortController();
      const request = { system: "", messages, tools };
      const { blocks } = await operator.reply(request, () => undefined, signal);
      messages.push({ role: "assistant", model: operator.model, blocks });
      const uses = blocks.filter((block) => block.type === "tool_use");
      if (uses.length === 0)
        return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
      const results = [];
      for (const { id, name, input } of uses) {
        const args = input as Record<string, unknown>; // the operator writes nothing but objects
        const outcome = await portal.run(name, args);
        const plain = outcome.ok && outcome.tag ? unfence(outcome.text, outcome.tag) : outcome.text;
        const { data, ok, text: told } = outcome;
        results.push({
          type: "tool_result" as const,
          id,
          text: told,
          failed: !ok,
          plain,
          ...(data ? { data } : {}),
        });
      }
      messages.push({ role: "user", blocks: results });
    }
  }
  return { ...whole, ...portal, say };
}

test("everyday questions are answered with the numbers that matter first", async (t) => {
  const { say, fake } = await talk(t);
  for (const [said, meant] of [
    [
      "what can I image tonight?",
      /^The best 5 of 57 targets[\s\S]*\n1\. .*weather safe now[\s\S]*\n5\. /,
    ],
    ["is it safe at SSO?", /^SSO is SAFE: read 1 min ago/],
    ["is it safe in Chile?", /^DSC is UNSAFE: read 1 min ago/],
    ["how many points do I have?", /^1,234\.5 points/],
    [
      "when do I get dark at Siding Spring?",
      /^SSO, .*dark 10:18–17:20 UTC \(21:18–04:20 there\), 7\.03 h; dark for 5 h 20 min more/,
    ],
    ["which telescopes can see M31 tonight", /^It rises high enough .* 4 of 6[\s\S]*with T3, T4/],
    ["is T5 up?", /^T5 is up/],
    ["is T17 up?", /T17 is not in the roster/],
    ["show my reservations", /^2 reservations; next T11 in/],
    ["how much does T11 cost?", /T11 .*25 %/],
    ["is the portal connected?", /signed in/],
  ] as const)
    assert.match(await say(said), meant, said);
  assert.deepEqual([fake.state.loginPosts, fake.state.spent], [1, []]);
});

test("a ranking that is cut says to ask for more, and that is understood", async (t) => {
  const { say } = await talk(t);
  const words = await say("what can I image tonight?");
  assert.match(words, /^The best 5 of \d+ targets that fit.*; ask for more\./);
  assert.match(await say("more"), /^Ranks 6 to 10 of \d+ targets[\s\S]*\n10\. /);
  assert.match(await say("the best 20 targets tonight"), /^The best (?:1\d|20) of \d+ targets/);
});

test("how many targets are wanted can stand before or after best", async (t) => {
  const { say } = await talk(t);
  for (const words of [
    "show the best 7 targets tonight",
    "give me the 7 best targets tonight",
    "what are the top 7 targets tonight?",
  ])
    assert.match(await say(words), /^The best 7 of \d+ targets/, words);
});

test("a place that means two sites is asked for at both", async (t) => {
  const { say, asked } = await talk(t);
  const words = await say("is it safe in Spain?");
  assert.match(words, /AC is SAFE[\s\S]*EYE is UNSAFE/);
  assert.deepEqual(asked, ["GET /api/weather/AC", "GET /api/weather/EYE"]);
});

test("a place that is none of the sites is said to be unknown, with the six that are known", async (t) => {
  const { say, asked } = await talk(t);
  for (const [said, place] of [
    ["is it safe at the moon base?", "moon base"],
    ["is it safe in New York tonight?", "New York"],
    ["what can I image tonight from Berlin?", "Berlin"],
    ["when does it get dark in Berlin?", "Berlin"],
    ["when can I see M42 from Texas?", "Texas"],
    ["how is the weather in Hawaii right now?", "Hawaii"],
    ["weather at SS0", "SS0"],
    ["which telescopes are there in Namibia?", "Namibia"],
    ["and from La Palma?", "La Palma"],
  ] as const) {
    const words = await say(said);
    assert.ok(words.startsWith(`I know no site called “${place}”`), `${said}: ${words}`);
    assert.match(words, /SSO.*UDRO.*DSC.*SRO.*AC.*EYE/);
  }
  assert.deepEqual(asked, []);
  await say("is it safe at the moon base?");
  await say("and in Chile?");
  assert.deepEqual(asked, ["GET /api/weather/DSC"]);
  asked.length = 0;
  for (const said of [
    "is it safe at the moment?",
    "hmm, the weather in general",
    "tell me about all the clouds and the weather in an hour",
  ])
    assert.doesNotMatch(await say(said), /no site called/, said);
});

test("a wish to book is met with why not, and where to", async (t) => {
  const { say, asked } = await talk(t);
  for (const wish of [
    "book me a scope",
    "cancel my reservation",
    "point T5 at M42",
    "buy more points",
  ]) {
    const words = await say(wish);
    assert.match(words, /no booking here[\s\S]*https:\/\/booking\.test\//, wish);
  }
  assert.deepEqual(asked, []);
});

test("a question is carried on with another site, telescope or object", async (t) => {
  const { say, asked } = await talk(t);
  const last = async (text: string) => {
    await say(text);
    return asked.at(-1);
  };
  assert.equal(await last("is it safe at SSO?"), "GET /api/weather/SSO");
  assert.equal(await last("and in Chile?"), "GET /api/weather/DSC");
  assert.equal(await last("what about AC?"), "GET /api/weather/AC");
  assert.equal(await last("is T5 up?"), "GET /api/scope/T5/status");
  assert.equal(await last("and T7?"), "GET /api/scope/T7/status");
  await say("when can I see M31 from Utah?");
  await say("and M42?");
  assert.ok(asked.includes("GET /api/visibility?target=M42&site=UDRO"), asked.join());
});

test("it is the object, and there the site, that was asked about before", async (t) => {
  const { say, asked } = await talk(t);
  await say("when is M42 up in Chile?");
  await say("which telescopes can see it?");
  assert.ok(asked.includes("GET /api/visibility?target=M42"), asked.join());
  await say("is it safe in Utah?");
  asked.length = 0;
  await say("how windy is it there?");
  assert.deepEqual(asked, ["GET /api/weather/UDRO"]);
});

test("a site, a telescope or an object alone is asked about", async (t) => {
  const { say, asked } = await talk(t);
  for (const [said, path] of [
    ["SSO?", "/api/weather/SSO"],
    ["T5?", "/api/scope/T5/status"],
    ["what about M42?", "/api/visibility?target=M42"],
  ] as const) {
    await say(said);
    await say("hello");
    assert.ok(asked.includes(`GET ${path}`), asked.join());
    asked.length = 0;
  }
});

test("another night than this one is asked for by its date, or by a word for it", async (t) => {
  const { say, asked } = await talk(t);
  // Where it is early in the morning the night before is not over.
  assert.match(
    await say("what can I image tomorrow?"),
    /in the night of 2026-11-21 and 2026-11-22/,
  );
  assert.match(await say("what can I image from SSO on sunday?"), /in the night of 2026-11-22/);
  assert.match(await say("when can I see M42 tomorrow night?"), /The night asked for: tomorrow/);
  assert.match(await say("when does it get dark at SSO tomorrow?"), /night of 2026-11-22/);
  await say("what can I image from SSO?");
  assert.match(await say("and tomorrow?"), /in the night of 2026-11-22/);
  asked.length = 0;
  assert.match(await say("what can I image next weekend?"), /2026-12-01/);
  for (const said of ["is it safe at SSO tomorrow?", "how is the weather next week?"])
    assert.match(await say(said), /no forecast/, said);
  assert.deepEqual(asked, []);
  assert.match(await say("what can I image on 2026-12-01 from SSO?"), /night of 2026-12-01/);
});

test("the operator knows the portal's tools by name, effect and input", async (t) => {
  const { tools } = await talk(t);
  const effects = Object.fromEntries(tools.map(({ name, effect }) => [name, effect]));
  assert.deepEqual(portalSystem().tools, effects);
  const drawn: Record<string, string> = { S: "SSO", T: "T5", O: "M31", w: "Orion Nebula" };
  for (const { say, calls } of [...ASKING, ...HELD_OUT])
    for (const { tool: name, input } of calls) {
      const tool = tools.find((one) => one.name === name);
      assert.ok(tool, name);
      const text = JSON.stringify(input).replaceAll(
        /\{(\w)\}/g,
        (_, key: string) => drawn[key] ?? "",
      );
      assert.ok(inputOf(tool).safeParse(JSON.parse(text) as unknown).success, say);
    }
});
