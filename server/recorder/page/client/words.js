const day = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

export const dayOf = (iso) => day.format(new Date(iso));
export const clockOf = (iso) => clock.format(new Date(iso));

/** `1:02:03`, `4:05` */
export function length(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `4 minutes`, `under a minute` */
export function about(seconds) {
  if (seconds < 60) return "under a minute";
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
}

export function size(bytes) {
  const units = ["B", "kB", "MB", "GB"];
  let at = 0;
  let left = bytes ?? 0;
  for (; left >= 1000 && at < units.length - 1; at++) left /= 1000;
  return `${left.toFixed(left < 10 && at > 0 ? 1 : 0)} ${units[at]}`;
}

const STATES = {
  ingested: "not transcribed",
  transcribed: "transcribed",
  summarised: "summarised",
};

/** Where a recording stands: by its running or waiting job, else by its own state. */
export function stateOf(recording, job) {
  if (job?.state === "running") return `${verb(job)} ${Math.floor(job.progress)} %`;
  if (job?.state === "queued") return "in the queue";
  if (job?.state === "waiting") return "waiting";
  if (job?.state === "failed") return "failed";
  return STATES[recording.sync_state] ?? recording.sync_state ?? "";
}

export const verb = (job) => (job.kind === "transcription" ? "transcribing" : "summarising");
