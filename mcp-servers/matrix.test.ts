import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { ERAS, serveOver, WIRES } from "./link.fixture.ts";
import { type Case, PEOPLE, runMatrix } from "./matrix.fixture.ts";
import { createMcpServer } from "./serve.ts";

const CASES: Case[] = [
  {
    tool: "thing_put",
    args: { thing: "vase" },
    requests: ["POST /things/vase", "PUT /things/vase:label"],
  },
  {
    tool: "thing_delete",
    args: { thing: "lamp" },
    name: "lamp",
    requests: ["DELETE /things/lamp"],
  },
];

for (const wire of WIRES)
  for (const era of ERAS)
    test(`over ${wire}, ${era}, only an accepted plan is sent, once and in order`, async () => {
      const shelf = createShelf();
      const { road, clock, close } = await createRoad({ writesPerHour: 1000 });
      const served = await serveOver(wire, () =>
        createMcpServer({
          name: "shelf",
          title: "Shelf",
          version: "0",
          instructions: "Things on a shelf.",
          tools: shelf.tools,
          road,
          principal: "local:ada",
        }),
      );
      try {
        const pass = (milliseconds: number) => {
          clock.time += milliseconds;
        };
        const ground = { served, road, pass, writes: () => shelf.writes };
        assert.equal(await runMatrix(ground, era, CASES), CASES.length * PEOPLE.length);
      } finally {
        await served.close();
        await close();
      }
    });
