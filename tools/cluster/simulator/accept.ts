import type { Call, Reply } from "./call.ts";
import { viewJob, viewOperation, type Work } from "./job-book.ts";

/** 202: the work is submitted as a job, or in native v3 fashion as an operation. */
export function accept(call: Call, work: Work): Reply {
  const query = call.query.size > 0 ? `?${call.query.toString()}` : "";
  const job = call.state.jobs.submit(
    { type: call.method, url: `${call.path}${query}`, data: call.body },
    work,
    call.now,
  );
  const view = viewJob(job, call.now);
  const operation = call.operations && call.version === "v3" ? viewOperation(job, call.now) : {};
  // A job that takes no time has done its work when the answer leaves, and still says RUNNING in it.
  call.state.jobs.settle(call.now);
  if (call.operations && call.version === "v3") return { status: 200, body: operation };
  return {
    status: 202,
    body: {
      status: { code: 202, message: "The request was accepted for processing." },
      jobs: [view],
    },
  };
}
