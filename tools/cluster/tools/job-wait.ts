import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { card } from "../../kit/table.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { isOver } from "../contract.ts";
import { shortText } from "../inputs.ts";
import { decode } from "../job-messages.ts";
import { present } from "../outputs.ts";
import { jobLine } from "./job-list.ts";

export const jobWait = (cluster: ClusterClient) =>
  defineRead({
    name: "job_wait",
    title: "Wait for job",
    description: "Wait for a job to end; decodes a failure.",
    input: z.object({
      job_id: shortText(120).describe("Of job_list"),
      seconds: z.number().min(0).max(3600).optional().describe("0: just look"),
    }),
    output: z.object({
      id: z.string(),
      status: z.string(),
      over: z.boolean(),
      request: z.string().optional(),
      submitted: z.string().optional(),
      completed: z.string().optional(),
      message: z.string().optional(),
      means: z.string().optional(),
      advice: z.string().optional(),
    }),
    async run({ job_id, seconds }, call) {
      const job = await cluster.job(job_id, Math.min(seconds ?? Infinity, call.waitSeconds), call);
      const meaning = job.state === "failed" ? decode([...job.stderr, ...job.stdout]) : undefined;
      return {
        id: job.id,
        status: job.state,
        over: isOver(job.state),
        ...present({
          request: cut(job.request, 300) || undefined,
          submitted: job.submitted || undefined,
          completed: job.completed || undefined,
          message: jobLine(job) || undefined,
          means: meaning?.means,
          advice: meaning?.advice,
        }),
      };
    },
    tell: ({ means, advice, ...job }) => ({
      say: [
        job.over
          ? `The job is over: ${job.status}.`
          : "The job still runs; wait again with job_wait.",
        means ? `It means that ${means}.` : "",
        advice ?? "",
      ]
        .filter(Boolean)
        .join(" "),
      data: card(job),
    }),
  });
