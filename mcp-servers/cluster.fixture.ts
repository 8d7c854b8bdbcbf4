import type { TestContext } from "node:test";
import { stage } from "../tools/cluster/stage.fixture.ts";
import { clusterServing } from "./cluster.ts";

/** The cluster's server over a simulator in this process. */
export async function clusterStage(t: TestContext, options: Parameters<typeof stage>[1] = {}) {
  const staged = await stage(t, options);
  const serving = clusterServing({
    cluster: async () => staged.client,
    road: staged.road,
    principal: "local:ada",
    version: "0",
    waitSeconds: 50,
  });
  return { ...staged, serving };
}
