/** What a person is told of a call that they stopped after it had said `heard`: that it goes on, and how to look. */
export function goesOn(heard: string): string {
  const last = `What was sent goes on; last heard: ${heard.replace(/\.+$/, "")}.`;
  return [last, lookAgain(heard)].filter(Boolean).join(" ");
}

/**
 * How to see what becomes of a job that is no longer watched, in a sentence which the offline operator understands as
 * well as a model; undefined where what was last heard names no job.
 */
export function lookAgain(heard: string | undefined): string | undefined {
  const job = /^Job (\d+)\b/.exec(heard ?? "")?.[1];
  return job && `Say “show job ${job}” or “wait for job ${job}” to look again.`;
}
