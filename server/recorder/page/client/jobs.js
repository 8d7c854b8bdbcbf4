import { ask, make } from "./api.js";
import { about, verb } from "./words.js";

/** The latest job of each recording that is not done, by its id. */
const open = new Map();

export const jobOf = (id) => {
  const jobs = [...(open.get(id)?.values() ?? [])];
  return jobs.find(({ kind }) => kind === "transcription") ?? jobs[0];
};

/** Takes a job in. */
export function note(job) {
  const jobs = open.get(job.recording_id) ?? new Map();
  if (job.state === "done" || job.state === "cancelled") jobs.delete(job.kind);
  else jobs.set(job.kind, job);
  if (jobs.size > 0) open.set(job.recording_id, jobs);
  else open.delete(job.recording_id);
}

export const forget = (id) => open.delete(id);

/** What is under way, as it is when a page is opened. */
export async function readJobs() {
  for (const state of ["queued", "waiting", "running", "failed"]) {
    const page = await ask(`/jobs?state=${state}&limit=200`);
    for (const job of page.items) note(job);
  }
}

/** A job as a card; nothing where there is none. */
export function jobCard(id, again) {
  const job = jobOf(id);
  if (!job) return undefined;
  const running = job.state === "running";
  const titles = {
    queued: "In the queue",
    waiting: "Waiting",
    running: verb(job),
    failed: `Failed: ${verb(job)}`,
  };
  const title = titles[job.state] ?? job.state;
  const act = (what) => () => ask(`/jobs/${job.id}/${what}`, { method: "POST" }).then(again, again);
  const eta = running && job.eta_s !== null ? `, ${about(job.eta_s)} left` : "";
  return make(
    "section",
    { class: "job", "aria-label": "Progress" },
    make("span", {}, title[0].toUpperCase() + title.slice(1)),
    running
      ? make("progress", {
          max: "100",
          value: String(job.progress),
          "aria-label": `${Math.floor(job.progress)} %${eta}`,
        })
      : make("span", {}),
    job.state === "failed" || job.state === "waiting"
      ? make("button", { type: "button", onclick: act("retry") }, "Try again")
      : make("button", { type: "button", onclick: act("cancel") }, "Cancel"),
    make(
      "p",
      { class: "reason" },
      job.reason ?? (running ? `${Math.floor(job.progress)} %${eta}` : ""),
    ),
  );
}
