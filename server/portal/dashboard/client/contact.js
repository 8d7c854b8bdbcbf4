// How the page stands with the service behind it. Announced where it changes, not at every look.
const place = document.getElementById("contact");
const root = document.documentElement;
/** After so long without an answer no reading counts any more. */
const BLIND_MS = 2 * 60_000;
let lastSeen = Date.now();
let isLost = false;

const clock = (ms) => new Date(ms).toISOString().slice(11, 16);

export function seen() {
  lastSeen = Date.now();
  if (isLost) place.textContent = "In contact again";
  isLost = false;
  delete root.dataset.contact;
}

export function missed() {
  if (!isLost) {
    isLost = true;
    root.dataset.contact = "lost";
    place.textContent = `No contact since ${clock(lastSeen)} UTC. What is shown is of then.`;
  }
  if (Date.now() - lastSeen >= BLIND_MS) distrust();
}

/** Nobody knows whether a site that was safe still is. */
function distrust() {
  root.dataset.contact = "blind";
  for (const state of document.querySelectorAll("[data-state]")) {
    if (state.dataset.state === "distrusted") continue;
    state.dataset.state = "distrusted";
    const template = document.getElementById("distrusted").content.cloneNode(true);
    state.className = "state unknown";
    state.replaceChildren(template);
  }
}
