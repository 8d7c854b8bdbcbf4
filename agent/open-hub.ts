import { HubError } from "../tools/kit/errors.ts";
import { assembleHub, modeOf } from "./assemble.ts";
import { clusterAccount } from "./cluster-account.ts";
import type { Hub } from "./hub.ts";
import { openModel } from "./model.ts";
import { tellBug } from "./report.ts";
import type { OpenServing } from "./serving.ts";
import { openSettings } from "./settings.ts";
import type { World } from "./world.ts";

/** The hub of these settings. Throws HubError `bad-input` where they are not usable, or no cluster is set up. */
export async function openHub(world: World, options: { watchHealth?: boolean }): Promise<Hub> {
  const settings = await openSettings(world);
  clusterAccount(settings);
  let opened: OpenServing | undefined;
  const hub = assembleHub({
    ...options,
    llm: await openModel(settings),
    mode: modeOf({
      writes: settings.CLUSTER_ALLOW_WRITES,
      destructive: settings.CLUSTER_ALLOW_DESTRUCTIVE,
    }),
    simulated: world.fixed !== undefined,
    // The operator's words about the cluster come with its server's instructions.
    async serving() {
      try {
        const { openServing } = await import("./serving.ts");
        opened = await openServing(settings, world);
        return opened.serving;
      } catch (thrown) {
        // The hub says that it failed; where from is for the log.
        if (settings.OUTPOST_LOG === "debug") tellBug(HubError.from(thrown), world.stderr);
        throw thrown;
      }
    },
  });
  return {
    ...hub,
    async close() {
      await hub.close();
      await opened?.close();
    },
  };
}
