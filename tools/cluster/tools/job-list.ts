import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { toSecond } from "../cluster-time.ts";
import { type Job, readJob, readOperation } from "../contract.ts";
import { cursor, limit } from "../inputs.ts";
import { countWords, LIST, listEnd, present } from "../outputs.ts";
import type { Listed } from "../reading.ts";

const STATES = ["running", "completed", "failed", "cancelled"] as const;

export const jobList = (cluster: ClusterClient) =>
  defineRead({
    name: "job_list",
    title: "List jobs",
    description: "Jobs on the cluster, newest first.",
    input: z.object({ status: z.enum(STATES).optional().describe("Only these"), limit, cursor }),
    output: z.object({
      jobs: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          request: z.string().optional(),
          submitted: z.string().optional(),
          message: z.string().optional(),
        }),
      ),
      ...LIST,
    }),
    async run(args, call) {
      const listed: Listed = await cluster.list("/jobs", { fields: ":all:" }, call);
      const jobs = listed.items
        .map((item) => readOperation(item) ?? readJob(item))
        .filter((job) => args.status === undefined || statusOf(job) === args.status);
      const shown = page(jobs, newestFirst, { ...args, bytes: 10_000 });
      return { jobs: shown.items.map(row), ...listEnd(shown, listed) };
    },
    tell: (found) => ({
      say: `${countWords("job", found.jobs.length, found)}.`,
      data: table(
        ["job", "status", "request", "submitted", "message"],
        found.jobs.map((j) => [j.id, j.status, j.request, toSecond(j.submitted), j.message]),
      ),
    }),
  });

const statusOf = (job: Job) => (job.state === "cancelling" ? "running" : job.state);

/** What the cluster said of a job in one line: the last error, or the last step. */
export function jobLine(job: Job): string {
  return cut(job.stderr[0] ?? job.progress.at(-1) ?? job.stdout[0] ?? "", 200);
}

/** Ids grow with time; a key that sorts the largest first, as text. */
function newestFirst(job: Job): string {
  const digits = /(\d{1,20})$/.exec(job.id)?.[1];
  return digits === undefined ? `z${job.id}` : (10n ** 21n - BigInt(digits)).toString();
}

function row(job: Job) {
  return {
    id: job.id,
    status: job.state,
    ...present({
      request: cut(job.request, 200) || undefined,
      submitted: job.submitted || undefined,
      message: jobLine(job) || undefined,
    }),
  };
}
