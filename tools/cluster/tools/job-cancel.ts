import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { isOver } from "../contract.ts";
import { shortText } from "../inputs.ts";
import { jobPath } from "../jobs.ts";
import { jobLine } from "./job-list.ts";

export const jobCancel = (cluster: ClusterClient) =>
  defineWrite({
    name: "job_cancel",
    title: "Cancel job",
    description: "Stop a running job; what it has done stays done.",
    effect: "destroys",
    input: z.object({ job_id: shortText(120).describe("Of job_list") }),
    output: z.object({
      effective: z.boolean(),
      id: z.string(),
      status: z.string(),
    }),

    async plan({ job_id }, call) {
      const job = await cluster.job(job_id, 0, call);
      if (isOver(job.state))
        throw new HubError("bad-input", `Job ${job_id} is over already: ${job.state}.`);
      const path = jobPath(job_id);
      const intent = path.startsWith("/operations/")
        ? ({ method: "POST", path: `${path}:cancel` } as const)
        : ({ method: "DELETE", path } as const);
      return {
        sentence: `Cancel the job ${job_id}${job.request ? ` (${cut(job.request, 120)})` : ""}.`,
        target: { kind: "job", name: job_id },
        requests: [await cluster.prepare({ title: `cancel job ${job_id}`, ...intent }, call)],
        facts: [
          { label: "started by", value: job.request || "not said" },
          { label: "last step", value: jobLine(job) || "none yet", risk: true },
        ],
        bound: { id: job.id, request: job.request, submitted: job.submitted },
      };
    },

    send: cluster.send,

    async check({ job_id }, _sent, call) {
      const job = await cluster.job(job_id, 5, call);
      const effective = job.state === "cancelled";
      return { effective, id: job.id, status: job.state };
    },

    tell: (state) => ({ say: `Job ${state.id} is ${state.status}.` }),
  });
