import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { table } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { toSecond } from "../cluster-time.ts";
import { Size } from "../outputs.ts";
import { POOL_COLUMNS, poolRow } from "../pools.ts";
import { capacity, fullest, health, oldest, orNote, running, summarised } from "../summary.ts";

const Health = z.enum(["good", "attention", "not known"]);

export const clusterSummary = (cluster: ClusterClient) =>
  defineRead({
    name: "cluster_summary",
    title: "Cluster summary",
    description: "Health, capacity, fullest filesets, oldest snapshots, running jobs.",
    input: z.object({}),
    output: z.object({
      health: Health,
      problems: z.array(z.string()),
      pools: z.array(
        z.object({
          filesystem: z.string(),
          name: z.string(),
          total: Size,
          free: Size,
        }),
      ),
      fullest: z.array(
        z.object({
          filesystem: z.string(),
          fileset: z.string(),
          used: Size,
          percent: z.number(),
        }),
      ),
      oldest_snapshots: z.array(
        z.object({
          filesystem: z.string(),
          fileset: z.string(),
          name: z.string(),
          created: z.string(),
        }),
      ),
      running_jobs: z.array(z.object({ id: z.string(), request: z.string() })),
    }),
    async run(_, call) {
      const notes: string[] = [];
      // The first read is the one that fails where nothing works; only parts may be missing after it.
      const names = await summarised(cluster, call);
      const [problems, pools, full, old, jobs] = await Promise.all([
        orNote(health(cluster, call), undefined, "health", notes),
        orNote(capacity(cluster, names, call), [], "capacity", notes),
        orNote(fullest(cluster, names, call), [], "quotas", notes),
        orNote(oldest(cluster, names, call), { rows: [], left: 0 }, "snapshots", notes),
        orNote(running(cluster, call), [], "jobs", notes),
      ]);
      if (old.left > 0) notes.push(`snapshots of ${old.left} more filesets were not looked at`);
      const state: z.output<typeof Health> =
        problems === undefined ? "not known" : problems.length > 0 ? "attention" : "good";
      return {
        health: state,
        problems: [...(problems ?? []).slice(0, 20), ...notes],
        pools,
        fullest: full,
        oldest_snapshots: old.rows,
        running_jobs: jobs,
      };
    },
    tell: (found) => ({
      say: `Health: ${found.health}. ${runningWords(found.running_jobs.length)}`,
      data: [
        found.problems.join("\n"),
        table(POOL_COLUMNS, found.pools.map(poolRow)),
        table(
          ["fullest fileset", "filesystem", "used", "full"],
          found.fullest.map((f) => [f.fileset, f.filesystem, f.used.human, `${f.percent} %`]),
        ),
        table(
          ["oldest snapshot", "filesystem", "fileset", "created"],
          found.oldest_snapshots.map((s) => [s.name, s.filesystem, s.fileset, toSecond(s.created)]),
        ),
        table(
          ["running job", "request"],
          found.running_jobs.map((j) => [j.id, j.request]),
        ),
      ]
        .filter(Boolean)
        .join("\n\n"),
    }),
  });

function runningWords(jobs: number): string {
  if (jobs === 0) return "No job is running.";
  return jobs === 1 ? "1 job is running." : `${jobs} jobs are running.`;
}
