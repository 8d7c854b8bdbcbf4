import { type Call, ok, param, type Reply } from "./call.ts";
import { answerList, answerOne, type Collection } from "./collection.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";
import { seeded } from "./seeded.ts";
import type { ClusterState } from "./state.ts";

type Sensor = ClusterState["sensors"][number];

export const perfmonRoutes: Route[] = [
  {
    method: "GET",
    path: "/perfmon/data",
    on: "both*",
    says: "Answers a query such as 'metrics mem_memfree last 10 bucket_size 60'.",
    query: ["query"],
    run: queryData,
  },
  {
    method: "GET",
    path: "/perfmon/sensors",
    on: "both*",
    says: "Lists the performance sensors.",
    list: true,
    run: (call) => answerList(call, sensors(call), call.state.sensors),
  },
  {
    method: "GET",
    path: "/perfmon/sensors/{sensorName}",
    on: "both*",
    says: "Shows one performance sensor.",
    run: (call) => {
      const name = param(call, "sensorName");
      const found = call.state.sensors.find((one) => one.sensorName === name);
      if (!found) throw invalid("sensorName");
      return answerOne(call, sensors(call), found);
    },
  },
];

function sensors(call: Call): Collection<Sensor> {
  return {
    name: "sensorConfig",
    keys: ["sensorName"],
    id: (sensor) => call.state.sensors.indexOf(sensor) + 1,
  };
}

// What the made-up series of a metric look like: the sensor, and the range in which its values move.
const METRICS: Record<string, [sensor: string, low: number, high: number]> = {
  cpu_user: ["CPU", 2, 65],
  cpu_system: ["CPU", 1, 20],
  cpu_idle: ["CPU", 20, 95],
  load1: ["Load", 0, 12],
  mem_memfree: ["Memory", 400_000, 8_000_000],
  mem_memtotal: ["Memory", 16_000_000, 16_000_000],
  mem_cached: ["Memory", 2_000_000, 6_000_000],
  netdev_bytes_r: ["Network", 0, 900_000_000],
  netdev_bytes_s: ["Network", 0, 900_000_000],
  gpfs_fs_bytes_read: ["GPFSFilesystem", 0, 2_000_000_000],
  gpfs_fs_bytes_written: ["GPFSFilesystem", 0, 900_000_000],
  gpfs_nsdds_bytes_read: ["GPFSNSDDisk", 0, 500_000_000],
  gpfs_fset_maxInodes: ["GPFSFileset", 100_352, 1_003_520],
  gpfs_fset_freeInodes: ["GPFSFileset", 1_000, 90_000],
  gpfs_pool_total_dataKB: ["GPFSPoolCap", 2_000_000_000, 2_000_000_000],
  gpfs_pool_free_dataKB: ["GPFSPoolCap", 600_000_000, 1_200_000_000],
};

const MOST_BUCKETS = 1000;

/** The answer of the performance collector: buckets of seconds, one column a node and metric; a gap is null. */
function queryData(call: Call): Reply {
  const query = (call.query.get("query") ?? "").replaceAll("+", " ");
  const [, list = ""] =
    /\bmetrics?\s+(?:(?:avg|max|min|sum|rate)\()?([\w,\s]+?)\)?(?=\s+(?:last|bucket_size|group_by|from|tstart|duration)\b|\s*$)/.exec(
      query,
    ) ?? [];
  const names = list.split(/[\s,]+/).filter(Boolean);
  if (names.length === 0 || names.some((name) => !METRICS[name])) throw invalid("query");
  const buckets = Math.min(MOST_BUCKETS, Number(/\blast\s+(\d+)/.exec(query)?.[1] ?? 1));
  const size = Math.max(1, Number(/\bbucket_size\s+(\d+)/.exec(query)?.[1] ?? 1));
  const end = Math.floor(call.now / 1000 / size) * size;
  const columns = names.flatMap((metric) =>
    [...call.state.nodes.keys()].map((node) => ({ metric, node })),
  );
  const rows = Array.from({ length: buckets }, (_, index) => {
    const tstamp = end - (buckets - index) * size;
    return {
      tstamp,
      values: columns.map((column, at) =>
        sample(column.metric, call.state.seed + at * 7919, tstamp),
      ),
      nsamples: columns.map(() => size),
    };
  });
  return ok({
    performanceData: {
      header: { bcount: buckets, bsize: size, t_start: end - buckets * size, t_end: end },
      legend: columns.map(({ metric, node }) => ({
        caption: metric,
        semType: 2,
        keys: [`${node}|${METRICS[metric]?.[0]}|${metric}`],
      })),
      rows,
      rangeData: [],
    },
  });
}

function sample(metric: string, seed: number, second: number): number | null {
  const [, low, high] = METRICS[metric] ?? ["", 0, 0];
  const noise = seeded(seed ^ second);
  if (noise.next() < 0.01) return null;
  const day = (Math.sin((second / 86_400) * 2 * Math.PI) + 1) / 2;
  return Math.round(low + (high - low) * (0.6 * day + 0.4 * noise.next()));
}
