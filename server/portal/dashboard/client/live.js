import { missed, seen } from "./contact.js";
import { morph } from "./morph.js";

const EVERY_MS = 10_000;
/** While the portal is still being asked for the first time. */
const SOON_MS = 1_500;
const PATIENCE_MS = 8_000;

let timer;
let asking;

/** Asks for the page as its address now is, and takes over what differs. A newer look ends an older one. */
export async function look() {
  clearTimeout(timer);
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  try {
    const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answer = await fetch(location.href, { signal, headers: { accept: "text/html" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    seen();
  } catch {
    if (mine.signal.aborted) return;
    missed();
  }
  again();
}

function take(fresh) {
  const focused = document.activeElement;
  for (const part of document.querySelectorAll("[data-live]")) {
    const newer = fresh.getElementById(part.id);
    if (newer) morph(part, newer);
  }
  // A row that was moved loses the focus.
  if (focused?.isConnected && focused !== document.activeElement)
    focused.focus({ preventScroll: true });
}

function again() {
  clearTimeout(timer);
  if (document.hidden) return;
  const isWaiting = document.getElementById("live").hasAttribute("data-waiting");
  timer = setTimeout(() => void look(), isWaiting ? SOON_MS : EVERY_MS);
}

/** Looks from now on; a hidden tab asks nothing, and looks at once when it is shown again. */
export function follow() {
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) asking?.abort();
    else void look();
  });
  again();
}
