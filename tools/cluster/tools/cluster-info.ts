import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { card } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { part, text } from "../contract.ts";
import { present } from "../outputs.ts";

const Summary = part({
  clusterId: text,
  clusterName: text,
  primaryServer: text,
  repositoryType: text,
});
const Cluster = part({
  clusterSummary: Summary,
  cesSummary: part({ enabledServices: text }),
  // Native v3 says it flat.
  id: text,
  name: text,
});
const Info = part({ info: part({ name: text, restApiVersion: text, serverVersion: text }) });
const Config = part({ config: part({ clusterConfig: part({ minReleaseLevel: text }) }) });

export const clusterInfo = (cluster: ClusterClient) =>
  defineRead({
    name: "cluster_info",
    title: "Cluster identity",
    description: "Name, id and versions of the cluster.",
    input: z.object({}),
    output: z.object({
      name: z.string(),
      id: z.string(),
      address: z.string(),
      server_version: z.string().optional(),
      api_version: z.string().optional(),
      min_release: z.string().optional(),
      primary_server: z.string().optional(),
      services: z.string().optional(),
      api: z.string(),
    }),
    async run(_, call) {
      const { item, version } = await cluster.object("/clusters", {}, call);
      const { clusterSummary: summary, cesSummary, ...flat } = Cluster.parse(item);
      const [info, config] = await Promise.all([
        orEmpty(cluster.read("/info", {}, call)),
        orEmpty(cluster.read("/config", {}, call)),
      ]);
      const about = Info.parse(info).info;
      return {
        name: summary.clusterName || flat.name,
        id: summary.clusterId || flat.id,
        address: cluster.place,
        ...present({
          server_version: about.serverVersion || undefined,
          api_version: about.restApiVersion || undefined,
          min_release: Config.parse(config).config.clusterConfig.minReleaseLevel || undefined,
          primary_server: summary.primaryServer || undefined,
          services: cesSummary.enabledServices || undefined,
        }),
        api: version,
      };
    },
    tell: (found) => ({ say: `The cluster at ${found.address}.`, data: card(found) }),
  });

/** What a cluster or a path rule keeps to itself is left out of a summary. */
async function orEmpty(found: Promise<{ json: unknown }>): Promise<unknown> {
  try {
    return (await found).json;
  } catch (thrown) {
    if (thrown instanceof HubError && ["not-found", "not-allowed"].includes(thrown.problem))
      return {};
    throw thrown;
  }
}
