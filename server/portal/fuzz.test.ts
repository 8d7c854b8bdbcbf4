import assert from "node:assert/strict";
import { test } from "node:test";
import { seeded } from "../../tools/cluster/simulator/seeded.ts";
import { fuzzPortal } from "./fuzz.fixture.ts";

for (const sick of [false, true])
  test(`generated requests to every route are answered as the OpenAPI says, over a ${sick ? "sick" : "healthy"} portal`, async () => {
    const result = await fuzzPortal({
      random: seeded(4).next,
      sick,
      more: (requests) => requests < 600,
    });
    assert.deepEqual(result.faults, []);
    assert.ok((result.byStatus.get(200) ?? 0) > 100);
  });
