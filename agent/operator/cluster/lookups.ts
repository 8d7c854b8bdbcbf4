import type { Card } from "../card.ts";
import { given, once, text } from "../resolve.ts";

/** Everyday words for a metric of the performance collector. */
const METRICS: [string, string][] = [
  ["cpu_system", "system cpu|cpu system|kernel time"],
  [
    "cpu_user",
    "cpu|cpu utilisation|cpu utilization|cpu usage|cpu use|cpu load|processor|cpu user|processor load|cpu time",
  ],
  ["load1", "load|load average|system load|the load"],
  [
    "mem_memfree",
    "memory usage|memory use|used memory|memory utilisation|memory utilization|ram usage|free memory|memory free|memory|free ram|ram free|ram|memory was free|memory is free|available memory|memory available",
  ],
  ["mem_memtotal", "total memory|memory total"],
  ["mem_cached", "cached memory|memory cached|cache"],
  [
    "netdev_bytes_r",
    "network|network traffic|network input|network received|incoming traffic|bytes received",
  ],
  ["netdev_bytes_s", "network output|network sent|outgoing traffic|bytes sent"],
  ["gpfs_fs_bytes_read", "reads|read throughput|bytes read|read rate|throughput"],
  ["gpfs_fs_bytes_written", "writes|write throughput|bytes written|write rate"],
];
const METRIC = METRICS.map(([metric, says]) => `{metric=${metric}} (${says})`).join(" | ");

const perf: Card = {
  name: "performance",
  effect: "reads",
  examples: ["how much memory was free over the last hour?"],
  heads: [
    `[<show>] [me|us] [the] [graph of|trend of|history of|values of] (${METRIC}) ~`,
    `(how|what) (is|was|are|were|much|about) [the] (${METRIC}) [doing|was used|is used|like] ~`,
    `how (busy|high|loaded) (is|was) [the] (${METRIC}) ~`,
    `how much (${METRIC}) [did we have|do we have|is there|was there] ~`,
    "[<show>] [me] [the] [metric|metrics|performance of|performance data of|values of] {metric:metric} ~",
    "[<show>] [me] [the] performance [data] ~ {metric=cpu_user}",
    "how is [the] performance ~ {metric=cpu_user}",
    "(run|query|perfmon|perfmon query|performance query) [the] [query] [:] {query:query}",
  ],
  adjuncts: [
    "(over|in|during|for|within|of|since) [the] [last|past|previous] {seconds:seconds}",
    "[the] (last|past) {seconds:seconds}",
    "right now",
    "(on|of) (the cluster|all nodes|the nodes|every node|each node)",
  ],
  go(slots) {
    const query = text(slots.query);
    if (query !== undefined) return once("perf_query", { query });
    return once("perf_query", {
      query: perfQuery(text(slots.metric) ?? "cpu_user", slots.seconds),
    });
  },
};

/** About a dozen or two of points, whatever the time span. */
function perfQuery(metric: string, seconds: unknown): string {
  const span = typeof seconds === "number" ? Math.max(60, seconds) : 300;
  const bucket = span <= 1800 ? 60 : span <= 7200 ? 300 : span <= 172_800 ? 3600 : 86_400;
  return `metrics ${metric} last ${Math.max(1, Math.round(span / bucket))} bucket_size ${bucket}`;
}

const sensors: Card = {
  name: "sensors",
  effect: "reads",
  examples: ["which performance sensors are there?"],
  heads: [
    "[<show>] [me] [@all] [performance|perfmon|configured|monitoring] sensors",
    "(what|which) [performance|perfmon|configured|monitoring] (sensors|metrics) (are there|do we have|exist|are configured|can i query)",
  ],
  about: { sensors: 3, perfmon: 2 },
  go: () => once("perf_query"),
};

const endpoint: Card = {
  name: "find an endpoint",
  effect: "reads",
  examples: ["is there an endpoint for remote mounts?"],
  heads: [
    "(is|are) there [an|a|any] <endpoint> (for|about|to|that) {words:topic}",
    "(<show>|search|search for|look for) [me] [an|a|the|any] <endpoint> (for|about|to|that) {words:topic}",
    "(what|which) <endpoint> (is|are|is there|are there|do i use|do i need|does|for|would i use|can|is used) [for|to|about] {words:topic}",
    "(does|do) the (api|cluster) (have|support) [an] [<endpoint>] [for] {words:topic}",
    "(what|which) <endpoint> (list|lists|gives|shows|returns|creates|deletes|handles|changes|sets) {words:topic}",
    "search [the] (api|endpoints) for {words:topic}",
  ],
  go: (slots) => once("endpoint_find", given({ words: slots.words })),
};

const raw: Card = {
  name: "read an endpoint",
  effect: "reads",
  examples: ["GET /nodeclasses"],
  heads: [
    "[<show>|call|do a|do] [a|the] [api] get [on|of|for] {path:path}",
    "(<show>|call|query) [the] (endpoint|path|url) {path:path}",
    "<show> {path:path}",
  ],
  go: (slots) => once("endpoint_read", given({ path: slots.path })),
};

export const LOOKUPS: readonly Card[] = [perf, sensors, endpoint, raw];
