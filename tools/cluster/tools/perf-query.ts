import { z } from "zod";
import { asText } from "../../kit/as-text.ts";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { table } from "../../kit/table.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { number, part, text } from "../contract.ts";
import { shortText } from "../inputs.ts";
import { listIn, objectIn } from "../object-paths.ts";

const Sensor = part({ sensorName: text, description: text });

const MOST_COLUMNS = 40;
const MOST_VALUES = 1_000;

export const perfQuery = (cluster: ClusterClient) =>
  defineRead({
    name: "perf_query",
    title: "Query performance",
    description: "Performance data; without a query, the sensors there are.",
    input: z.object({
      query: shortText(1000).optional().describe("metrics mem_memfree last 10 bucket_size 60"),
    }),
    output: z.object({
      sensors: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
      columns: z.array(z.string()).optional(),
      rows: z
        .array(z.object({ time: z.string(), values: z.array(z.number().nullable()) }))
        .optional(),
      truncated: z.boolean(),
      api: z.string(),
    }),
    run: ({ query }, call) =>
      query === undefined ? sensors(cluster, call) : data(cluster, query, call),
    tell: (found) =>
      found.sensors
        ? {
            say: `${found.sensors.length} sensors.`,
            data: table(
              ["sensor", "measures"],
              found.sensors.map((s) => [s.name, s.description]),
            ),
          }
        : {
            say: `${found.rows?.length ?? 0} rows of ${found.columns?.length ?? 0} columns${found.truncated ? ", cut; ask for less" : ""}.`,
            data: table(
              ["time", ...(found.columns ?? []).slice(0, 8)],
              (found.rows ?? []).map((r) => [r.time, ...r.values.slice(0, 8)]),
            ),
          },
  });

async function sensors(cluster: ClusterClient, call: Call) {
  const { items, version } = await cluster.list("/perfmon/sensors", {}, call);
  const found = items.map((item) => Sensor.parse(item));
  return {
    sensors: found.slice(0, 100).map((s) => ({
      name: s.sensorName,
      description: cut(s.description, 120),
    })),
    truncated: found.length > 100,
    api: version,
  };
}

async function data(cluster: ClusterClient, query: string, call: Call) {
  const { json, version } = await cluster.read("/perfmon/data", { query: { query } }, call);
  const found = objectIn(json.performanceData);
  const all = listIn(found.legend).flatMap((entry) => {
    const keys = listIn(objectIn(entry).keys).map(asText);
    return keys.length > 0 ? keys : [text.parse(objectIn(entry).caption)];
  });
  const columns = all.slice(0, MOST_COLUMNS);
  const most = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, columns.length)));
  const rows = listIn(found.rows).map(objectIn);
  return {
    columns,
    rows: rows.slice(-most).map((row) => ({
      time: timeOf(row.tstamp),
      // A gap in the measurements comes as null and stays one.
      values: listIn(row.values)
        .slice(0, columns.length)
        .map((value) => number.parse(value) ?? null),
    })),
    truncated: all.length > columns.length || rows.length > most,
    api: version,
  };
}

/** Seconds since 1970 as a time; the text itself where it is something else. */
function timeOf(stamp: unknown): string {
  const time = new Date((number.parse(stamp) ?? Number.NaN) * 1000);
  return Number.isNaN(time.getTime()) ? asText(stamp) : time.toISOString();
}
