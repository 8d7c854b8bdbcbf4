import { ask, byId, make, Refused } from "./api.js";
import { jobCard } from "./jobs.js";
import { player } from "./player.js";
import { clockOf, dayOf, length, size } from "./words.js";

const FORMATS = {
  wav: "audio",
  ogg: "audio, small",
  txt: "text",
  srt: "subtitles",
  vtt: "subtitles",
  md: "summary and text",
  json: "everything",
};
/** The recording that is shown, and what of it changes. */
let shown;

export const shownId = () => shown?.id;

/** Shows a recording, or that there is none. */
export async function show(id) {
  shown?.playing?.stop();
  shown = { id };
  const place = byId("recording");
  const recording = await ask(`/recordings/${encodeURIComponent(id)}`).catch(absent);
  const words = recording && (await wordsOf(recording));
  if (shown.id !== id) return;
  if (!recording) return showNothing("This recording is not here, or no longer.");
  const playing = player(recording, (seconds, isPlaying) => follow(seconds, isPlaying));
  shown = { id, recording, playing, jobs: make("div"), words: make("div"), files: make("div") };
  place.replaceChildren(
    heading(recording),
    playing.element,
    shown.jobs,
    shown.words,
    shown.files,
    facts(recording),
  );
  showWords(words);
  showJob();
  document.title = `${clockOf(recording.started_at)}, ${dayOf(recording.started_at)}`;
}

/** 404 and 409 mean that it is not there yet. */
function absent(thrown) {
  if (thrown instanceof Refused && [404, 409].includes(thrown.status)) return undefined;
  throw thrown;
}

export function showNothing(text = "Choose a recording.") {
  shown?.playing?.stop();
  shown = undefined;
  document.title = "Recordings";
  byId("recording").replaceChildren(make("p", { class: "soft empty" }, text));
}

export function showJob() {
  if (!shown?.jobs) return;
  const card = jobCard(shown.id, () => undefined);
  shown.jobs.replaceChildren(...(card ? [card] : []));
}

/** Words that have become ready while the recording is shown; what plays goes on. */
export async function refreshWords(recording) {
  const words = await wordsOf(recording);
  if (shown?.words && shown.id === recording.id) showWords(words);
}

/** Transcript and summary, as far as the recording has them. */
async function wordsOf({ id, transcript_ref, summary_ref }) {
  const path = `/recordings/${encodeURIComponent(id)}`;
  const read = (ref, name) => (ref ? ask(`${path}/${name}`).catch(absent) : undefined);
  const [transcript, summary] = await Promise.all([
    read(transcript_ref, "transcript"),
    read(summary_ref, "summary"),
  ]);
  return { transcript, summary };
}

function heading(recording) {
  const remove = make(
    "button",
    { type: "button", class: "plain danger", onclick: () => sure(recording) },
    "Delete …",
  );
  return make(
    "div",
    { class: "head" },
    make("h2", {}, `${clockOf(recording.started_at)}, ${dayOf(recording.started_at)}`),
    make(
      "span",
      { class: "soft" },
      `${length(recording.duration_s)} · ${recording.device_id ?? "imported"}`,
    ),
    remove,
  );
}

function sure(recording) {
  const dialog = byId("sure");
  const what = `${clockOf(recording.started_at)}, ${dayOf(recording.started_at)}, ${length(recording.duration_s)} long, with its transcript and summary. A copy on the device is not touched.`;
  byId("sure-what").replaceChildren(what);
  dialog.returnValue = "no";
  const answered = () => {
    if (dialog.returnValue !== "yes") return;
    const path = `/recordings/${encodeURIComponent(recording.id)}`;
    ask(path, { method: "DELETE" }).catch((thrown) => showNothing(thrown.message));
  };
  dialog.addEventListener("close", answered, { once: true });
  dialog.showModal();
}

function showWords({ transcript, summary }) {
  const parts = [];
  if (summary) parts.push(summaryCard(summary));
  if (transcript) {
    shown.lines = transcript.segments.map((segment) => line(segment));
    parts.push(make("h3", {}, "What was said"));
    if (shown.lines.length === 0) parts.push(make("p", { class: "soft" }, "No speech was heard."));
    parts.push(make("ol", { class: "transcript" }, ...shown.lines.map(({ element }) => element)));
    parts.push(make("p", { class: "by" }, `Heard by ${transcript.model}`));
  }
  shown.words.replaceChildren(...parts);
  shown.files.replaceChildren(downloads(shown.recording, transcript !== undefined));
}

function summaryCard({ overview, key_points, action_items, model }) {
  const list = (title, lines) =>
    lines.length === 0
      ? []
      : [make("h3", {}, title), make("ul", {}, ...lines.map((text) => make("li", {}, text)))];
  return make(
    "section",
    { class: "summary", "aria-label": "Summary" },
    make("h3", {}, "Summary"),
    make("p", {}, overview),
    ...list("Key points", key_points),
    ...list("To do", action_items),
    make("p", { class: "by" }, `By ${model}`),
  );
}

function line({ start, end, text }) {
  const jump = () => {
    shown.playing.seek(start);
    shown.playing.play();
  };
  const label = `Play from ${length(start)}`;
  const button = make(
    "button",
    { type: "button", "aria-label": label, onclick: jump },
    length(start),
  );
  return { start, end, element: make("li", {}, button, make("p", {}, text)) };
}

function follow(seconds, isPlaying) {
  for (const { start, end, element } of shown?.lines ?? []) {
    const here = seconds >= start && seconds < end;
    if (here === (element.getAttribute("aria-current") === "true")) continue;
    element.setAttribute("aria-current", String(here));
    if (here && isPlaying) element.scrollIntoView({ block: "nearest" });
  }
}

function downloads(recording, hasWords) {
  const link = ([format, says]) =>
    make(
      "a",
      {
        href: `/api/v1/recordings/${encodeURIComponent(recording.id)}/export?format=${format}`,
        download: true,
        title: says,
      },
      format,
    );
  const ready = Object.entries(FORMATS).filter(
    ([format]) => hasWords || ["wav", "ogg", "json"].includes(format),
  );
  return make(
    "p",
    { class: "downloads" },
    make("span", { class: "soft" }, "Download"),
    ...ready.map(link),
  );
}

function facts({ sample_rate, channels, codec, size_bytes, sha256, id }) {
  const fact = (name, value) => make("div", {}, make("dt", {}, name), make("dd", {}, value));
  return make(
    "dl",
    { class: "facts" },
    fact("Codec", codec),
    fact("Rate", `${sample_rate} Hz, ${channels === 1 ? "mono" : `${channels} channels`}`),
    fact("Size", size(size_bytes)),
    fact("Id", id),
    fact("SHA-256", `${(sha256 ?? "").slice(0, 16)}…`),
  );
}
