import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { wholePortal } from "../whole-portal.fixture.ts";
import { messier } from "./messier.ts";
import { OWN_TARGETS } from "./targets.ts";

const Answer = z.object({ target: z.object({ name: z.string(), dec_deg: z.number() }) });

test("every object of Messier's catalogue is found by its number, and none for another", async () => {
  const { portal } = wholePortal({}, { portalUrl: "", username: "", password: "" });
  for (let number = 1; number <= 110; number++) {
    const url = `http://127.0.0.1:8000/api/visibility?site=SSO&target=M${number}`;
    const { target } = Answer.parse(await (await portal.fetch(new Request(url))).json());
    assert.match(target.name, new RegExp(`\\bM${number}\\b`), `M${number}`);
  }
  assert.equal(messier("M111"), undefined);
  assert.equal(messier("Messier 92")?.name, "M92");
});

test("their places lie where the sky is, and none is a target of the list too", () => {
  for (let number = 1; number <= 110; number++) {
    const found = messier(`M${number}`);
    if (!found) continue;
    assert.ok(found.raHours >= 0 && found.raHours < 24 && Math.abs(found.decDeg) < 71);
    assert.ok(found.type.length > 0);
    assert.ok(!OWN_TARGETS.some(({ name }) => name.startsWith(`M${number} `)) || number === 81);
  }
});

test("a number is never taken for the beginning of a longer one", async () => {
  const { portal } = wholePortal({}, { portalUrl: "", username: "", password: "" });
  const ask = (target: string) =>
    portal.fetch(new Request(`http://127.0.0.1:8000/api/visibility?target=${target}`));
  assert.equal((await ask("NGC%2070")).status, 404);
  assert.equal((await ask("NGC%207000")).status, 200);
});
