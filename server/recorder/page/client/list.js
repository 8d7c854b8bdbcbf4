import { ask, byId, make } from "./api.js";
import { jobOf } from "./jobs.js";
import { clockOf, dayOf, length, stateOf } from "./words.js";

const LIMIT = 50;
/** What the list holds at present, newest first. */
let items = [];
let hits = new Map();
let next = null;
let query = "";
let turn = 0;

export const knows = (id) => items.find((item) => item.id === id);

/** Reads the list anew, for these words. */
export async function readList(words = query) {
  const mine = ++turn;
  query = words;
  const page = await ask(`/recordings?limit=${LIMIT}${asked()}`);
  if (mine !== turn) return;
  items = page.items;
  hits = new Map();
  take(page);
  draw();
}

async function readMore() {
  const mine = turn;
  const page = await ask(`/recordings?limit=${LIMIT}&cursor=${encodeURIComponent(next)}${asked()}`);
  if (mine !== turn) return;
  items = [...items, ...page.items];
  take(page);
  draw();
}

const asked = () => (query === "" ? "" : `&q=${encodeURIComponent(query)}`);

function take(page) {
  next = page.next_cursor;
  for (const hit of page.hits ?? [])
    hits.set(hit.recording_id, [...(hits.get(hit.recording_id) ?? []), hit]);
}

/** A recording that is new or has changed. */
export function put(recording) {
  const at = items.findIndex((item) => item.id === recording.id);
  if (at >= 0) items[at] = recording;
  else if (query === "")
    items = [recording, ...items].sort((a, b) => b.started_at.localeCompare(a.started_at));
  draw();
}

export function drop(id) {
  items = items.filter((item) => item.id !== id);
  draw();
}

export function draw() {
  const list = byId("list");
  const focused = document.activeElement?.closest("#list a")?.hash;
  const chosen = decodeURIComponent(location.hash.slice(1));
  const days = Map.groupBy ? Map.groupBy(items, (item) => dayOf(item.started_at)) : grouped();
  const parts = [];
  for (const [day, recordings] of days)
    parts.push(
      make("h2", {}, day),
      make("ul", {}, ...recordings.map((item) => make("li", {}, entry(item, chosen)))),
    );
  if (items.length === 0) parts.push(make("p", { class: "soft" }, ...nothing()));
  if (next !== null)
    parts.push(make("button", { type: "button", onclick: readMore }, "Show older ones"));
  list.replaceChildren(...parts);
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

function grouped() {
  const days = new Map();
  for (const item of items)
    days.set(dayOf(item.started_at), [...(days.get(dayOf(item.started_at)) ?? []), item]);
  return days;
}

const nothing = () =>
  query === ""
    ? [
        "No recordings yet. Record with ",
        make("code", {}, "outpost device"),
        ", or send one to ",
        make("code", {}, "/api/v1/ingest"),
        ".",
      ]
    : ["Nothing was said like that."];

function entry(item, chosen) {
  const found = hits.get(item.id) ?? [];
  return make(
    "a",
    {
      href: `#${encodeURIComponent(item.id)}`,
      "aria-current": item.id === chosen ? "true" : undefined,
    },
    make("span", { class: "time" }, `${clockOf(item.started_at)} `),
    make("span", { class: "length" }, length(item.duration_s)),
    make("span", { class: "where" }, item.device_id ?? "imported"),
    make("span", { class: "state" }, stateOf(item, jobOf(item.id))),
    ...found.slice(0, 2).map((hit) => make("span", { class: "hit" }, ...marked(hit.text))),
  );
}

/** The words that were asked for stand out. */
function marked(text) {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [text];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${words.join("|")})[\\p{L}\\p{N}]*)`, "giu");
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? make("mark", {}, part) : part));
}
