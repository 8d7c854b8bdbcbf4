import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { clusterStage } from "./cluster.fixture.ts";
import { ERAS, serveOver, WIRES } from "./link.fixture.ts";
import { type Case, PEOPLE, runMatrix } from "./matrix.fixture.ts";
import { createMcpServer } from "./serve.ts";

/** Every tool of the cluster that writes, in an order in which each finds what it needs. */
const CLUSTER_CASES: Case[] = [
  { tool: "fileset_create", args: { filesystem: "fs1", fileset: "matrix", quota: "10G" } },
  { tool: "fileset_update", args: { filesystem: "fs1", fileset: "matrix", comment: "a test" } },
  { tool: "quota_set", args: { filesystem: "fs1", name: "matrix", hard: "20G" } },
  { tool: "fileset_unlink", args: { filesystem: "fs1", fileset: "matrix" } },
  { tool: "fileset_link", args: { filesystem: "fs1", fileset: "matrix" } },
  { tool: "snapshot_create", args: { filesystem: "fs1", snapshot: "matrix" } },
  { tool: "snapshot_delete", args: { filesystem: "fs1", snapshots: ["matrix"] } },
  { tool: "fileset_delete", args: { filesystem: "fs1", fileset: "matrix" } },
  {
    tool: "policy_set",
    args: { filesystem: "fs1", policy: "RULE 'default' SET POOL 'system'" },
  },
  {
    tool: "endpoint_call",
    args: {
      method: "POST",
      path: "/filesystems/fs1/snapshots",
      body: '{"snapshotName":"by-endpoint"}',
    },
  },
];

const CASES: Case[] = [
  {
    tool: "thing_put",
    args: { thing: "vase" },
    requests: ["POST /things/vase", "PUT /things/vase:label"],
  },
  {
    tool: "thing_delete",
    args: { thing: "lamp" },
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

for (const wire of WIRES)
  for (const era of ERAS)
    test(`over ${wire}, ${era}, no tool of the cluster writes without an accepted plan`, async (t) => {
      const staged = await clusterStage(t);
      const jobs = z
        .object({ jobs: z.array(z.object({ id: z.string() })) })
        .parse((await staged.done("job_list", { status: "running" })).data).jobs;
      // The last of them runs until tomorrow, whatever the people of this matrix do with their time.
      const cancel = { tool: "job_cancel", args: { job_id: jobs.at(-1)?.id } };
      const cases = [...CLUSTER_CASES, cancel];
      const writing = staged.tools
        .filter((tool) => tool.effect !== "reads")
        .map((tool) => tool.name);
      assert.deepEqual(cases.map(({ tool }) => tool).sort(), writing.sort());
      const served = await serveOver(wire, () => createMcpServer(staged.serving));
      t.after(() => served.close());
      const ground = { ...staged, served, writes: staged.mutations };
      assert.equal(await runMatrix(ground, era, cases), cases.length * PEOPLE.length);
      t.diagnostic(
        `${cases.length} tools, ${PEOPLE.length} people, ${staged.mutations().length} writes`,
      );
    });
