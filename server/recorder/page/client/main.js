import { ask, byId, Refused, send } from "./api.js";
import { forget, note, readJobs } from "./jobs.js";
import { draw, drop, knows, put, readList } from "./list.js";
import { refreshWords, show, showJob, showNothing, shownId } from "./recording.js";

let events;

/** Everything anew: at first, after signing in, and when too much was missed. */
async function begin() {
  try {
    await Promise.all([readJobs(), readList(), engine()]);
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.status === 401) return askForKey();
    throw thrown;
  }
  byId("sign-in").hidden = true;
  byId("leave").hidden = false;
  document.querySelector("main").hidden = false;
  draw();
  listen();
  await choose();
}

async function choose() {
  const id = decodeURIComponent(location.hash.slice(1));
  draw();
  if (id === "") showNothing();
  else if (id !== shownId() && id !== "recording") await show(id);
}

async function engine() {
  const { transcriber, summariser } = await ask("/server");
  const away = summariser.leaves_the_machine ? " Transcripts are sent away to be summarised." : "";
  byId("engine").textContent = transcriber.model ? away.trim() : `${transcriber.reason}${away}`;
}

function listen() {
  events?.close();
  events = new EventSource("/api/v1/events");
  const on = (type, work) => events.addEventListener(type, (event) => work(JSON.parse(event.data)));
  events.addEventListener("open", () => {
    byId("contact").hidden = true;
  });
  events.addEventListener("error", () => {
    byId("contact").hidden = false;
    // A stream that was refused does not come back by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => void begin().catch(lost), 5000);
  });
  on("recording", ({ recording }) => {
    const before = knows(recording.id)?.sync_state;
    put(recording);
    if (recording.id === shownId() && recording.sync_state !== before)
      refreshWords(recording).catch(lost);
  });
  on("deleted", ({ recording_id }) => {
    forget(recording_id);
    drop(recording_id);
    if (recording_id !== shownId()) return;
    history.replaceState(null, "", location.pathname);
    showNothing("This recording was deleted.");
  });
  on("job", ({ job }) => {
    note(job);
    draw();
    if (job.recording_id === shownId()) showJob();
  });
  on("missed", () => begin().catch(lost));
}

function lost() {
  byId("contact").hidden = false;
}

function askForKey() {
  events?.close();
  document.querySelector("main").hidden = true;
  byId("leave").hidden = true;
  byId("sign-in").hidden = false;
  byId("key").focus();
}

byId("sign-in").addEventListener("submit", (event) => {
  event.preventDefault();
  void signIn();
});

async function signIn() {
  const key = byId("key");
  try {
    await send("/session", { method: "POST", body: JSON.stringify({ key: key.value.trim() }) });
    byId("refused").textContent = "";
    key.value = "";
    await begin();
  } catch (thrown) {
    byId("refused").textContent = thrown.message;
  }
}

byId("leave").addEventListener("click", () => {
  const leave = () => {
    showNothing();
    askForKey();
  };
  send("/session", { method: "DELETE" }).then(leave, leave);
});

let typing;
byId("search").addEventListener("input", ({ target }) => {
  clearTimeout(typing);
  typing = setTimeout(() => void readList(target.value.trim()).catch(lost), 200);
});

addEventListener("hashchange", () => void choose().catch(lost));
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  byId("search").focus();
});

if (document.body.dataset.signedIn === "yes") begin().catch(lost);
else askForKey();
