import { type Call, param, type Reply } from "./call.ts";
import { answerList, answerOne, type Collection } from "./collection.ts";
import { type Job, type JobView, viewJob, viewOperation } from "./job-book.ts";
import { invalid, Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";

const JOBS: Collection<JobView> = {
  name: "jobs",
  keys: ["jobId"],
  main: ["status", "submitted", "completed", "runtime"],
  id: (job) => job.jobId,
};

export const jobRoutes: Route[] = [
  {
    method: "GET",
    path: "/jobs",
    on: "both*",
    says: "Lists jobs; fields=:all: shows their requests and results too.",
    list: true,
    run: (call) =>
      answerList(
        call,
        JOBS,
        call.state.jobs.all().map((job) => viewJob(job, call.now)),
      ),
  },
  {
    method: "GET",
    path: "/jobs/{jobId}",
    on: "both*",
    says: "Shows one job: poll it until its status is COMPLETED, FAILED or CANCELLED.",
    run: (call) => answerOne(call, JOBS, viewJob(theJob(call), call.now)),
  },
  {
    method: "DELETE",
    path: "/jobs/{jobId}",
    on: "both*",
    says: "Cancels a running job.",
    run: cancel,
  },
  {
    method: "GET",
    path: "/operations",
    on: "v3",
    says: "Lists long-running operations, as the native v3 API has them.",
    run: (call) => ({
      status: 200,
      body: {
        operations: call.state.jobs.all().map((job) => viewOperation(job, call.now)),
        next_page_token: "",
      },
    }),
  },
  {
    method: "GET",
    path: "/operations/{jobId}",
    on: "v3",
    says: "Shows one long-running operation; poll it until done is true.",
    run: (call) => ({ status: 200, body: viewOperation(theJob(call), call.now) }),
  },
  {
    method: "POST",
    path: "/operations/{jobId}:cancel",
    on: "v3",
    says: "Cancels a long-running operation.",
    run: (call) => {
      cancel(call);
      return { status: 200, body: {} };
    },
  },
];

function theJob(call: Call): Job {
  const job = call.state.jobs.get(Number(param(call, "jobId")));
  if (!job) throw invalid("jobId");
  return job;
}

function cancel(call: Call): Reply {
  const job = theJob(call);
  if (!call.state.jobs.cancel(job.jobId, call.now))
    throw new Refusal(400, `Job ${job.jobId} is not running and cannot be cancelled.`);
  return {
    status: 202,
    body: {
      status: { code: 202, message: "The request was accepted for processing." },
      jobs: [viewJob(job, call.now)],
    },
  };
}
