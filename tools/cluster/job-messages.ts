import { HubError } from "../kit/errors.ts";
import { cut, quoted } from "../kit/untrusted.ts";
import type { Job } from "./contract.ts";

type Meaning = { means: string; advice: string };

/** What the cluster's message ids mean, and what a person can do. */
const MEANINGS: Record<string, Meaning> = {
  EFSSP1102C: {
    means: "an object of that name already exists",
    advice: "Take another name, or use the one that is there.",
  },
  EFSSG0762C: {
    means: "there already is a directory at that path",
    advice: "Link at a path that does not exist yet.",
  },
  EFSSG0264C: {
    means: "the directory does not exist any more",
    advice: "Check the path, and that the filesystem is mounted.",
  },
  EFSSG2006C: {
    means: "the symbolic link does not exist any more",
    advice: "Check the path.",
  },
  EFSSG0740C: {
    means: "the filesystem has not enough resources for another independent fileset",
    advice: "Create it without an inode space of its own, or lower max_inodes.",
  },
  EFSSG4172I: {
    means: "only an independent fileset (one with its own inode space) can do that",
    advice: "Snapshot the whole filesystem, or the independent fileset that contains it.",
  },
  EFSSG0096I: { means: "the job was cancelled", advice: "Look at what it had done before." },
  EFSSA0194C: {
    means: "the command behind it was aborted on the cluster",
    advice: "Look at the cluster's own logs, then try again.",
  },
};

const ID = /\b(EFSS[A-Z]\d{4}[A-Z])\b/;

/** What the lines of a job say, by the first message id that is known; undefined where none is. */
export function decode(lines: readonly string[]): (Meaning & { id: string }) | undefined {
  for (const line of lines) {
    const id = ID.exec(line)?.[1];
    const meaning = id === undefined ? undefined : MEANINGS[id];
    if (id !== undefined && meaning) return { id, ...meaning };
  }
  return undefined;
}

/** A job that did not complete, as an error: what it means, what the cluster said, what to do. */
export function jobError(job: Job): HubError {
  const lines = job.stderr.length > 0 ? job.stderr : job.stdout;
  const said = lines.find((line) => ID.test(line)) ?? lines[0];
  const meaning = decode(lines);
  const how = job.state === "cancelled" ? "was cancelled" : "failed";
  const parts = [
    `Job ${job.id} ${how}${meaning ? `: ${meaning.means}` : ""}.`,
    said === undefined ? "" : `The cluster said ${quoted(cut(said, 240), 240)}.`,
  ];
  return new HubError("failed", parts.filter(Boolean).join(" "), {
    advice: meaning?.advice ?? "Look at the present state, and at the cluster's own logs.",
  });
}
