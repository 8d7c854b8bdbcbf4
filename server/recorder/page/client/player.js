import { ask, make } from "./api.js";
import { length } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP_S = 5;

/** Audio with its waveform as a slider. `onTime` is told where it is. */
export function player(recording, onTime) {
  const url = `/api/v1/recordings/${encodeURIComponent(recording.id)}/audio`;
  const audio = make("audio", { controls: true, preload: "metadata", src: url });
  const wave = make("div", {
    class: "wave",
    role: "slider",
    tabindex: "0",
    "aria-label": "Position",
    "aria-valuemin": "0",
    "aria-valuemax": String(Math.floor(recording.duration_s)),
  });
  const total = () =>
    Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : recording.duration_s;
  const seek = (seconds) => {
    audio.currentTime = Math.min(Math.max(0, seconds), total());
  };
  const toggle = () => (audio.paused ? audio.play().catch(() => undefined) : audio.pause());

  let draw = () => undefined;
  const show = () => {
    const part = total() > 0 ? audio.currentTime / total() : 0;
    wave.setAttribute("aria-valuenow", String(Math.floor(audio.currentTime)));
    wave.setAttribute("aria-valuetext", `${length(audio.currentTime)} of ${length(total())}`);
    draw(part);
    onTime(audio.currentTime, !audio.paused);
  };
  audio.addEventListener("timeupdate", show);
  audio.addEventListener("seeked", show);
  show();

  const at = (event) => {
    const box = wave.getBoundingClientRect();
    seek(((event.clientX - box.left) / box.width) * total());
  };
  wave.addEventListener("pointerdown", (event) => {
    wave.setPointerCapture(event.pointerId);
    at(event);
  });
  wave.addEventListener("pointermove", (event) => event.buttons === 1 && at(event));
  wave.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: STEP_S, ArrowUp: STEP_S, ArrowLeft: -STEP_S, ArrowDown: -STEP_S };
    if (event.key === " ") toggle();
    else if (event.key === "Home") seek(0);
    else if (event.key === "End") seek(total());
    else if (steps[event.key]) seek(audio.currentTime + steps[event.key]);
    else return;
    event.preventDefault();
  });

  ask(`/recordings/${encodeURIComponent(recording.id)}/waveform`).then(
    (peaks) => {
      draw = drawing(wave, peaks);
      show();
    },
    () => wave.append(make("p", { class: "soft empty" }, "No waveform.")),
  );
  return {
    element: make("div", { class: "player" }, wave, audio),
    seek,
    play: () => audio.play().catch(() => undefined),
    stop: () => audio.pause(),
  };
}

/** Draws the waveform once; what it answers moves the hand. */
function drawing(wave, { min, max }) {
  const steps = max.length;
  const loudest = Math.max(0.05, ...max, ...min.map((value) => -value));
  const y = (value) => (50 - (value / loudest) * 46).toFixed(1);
  const top = max.map((value, x) => `L${x} ${y(Math.max(value, 0.004))}`).join("");
  const bottom = min
    .map((value, x) => `L${x} ${y(Math.min(value, -0.004))}`)
    .reverse()
    .join("");
  const shape = `M0 50${top}L${steps} 50${bottom}Z`;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${steps} 100`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const part = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const window = part("rect", { x: "0", y: "0", width: "0", height: "100" });
  const clip = part("clipPath", { id: "played-part" });
  clip.append(window);
  const hand = part("line", { class: "hand", y1: "0", y2: "100" });
  const played = part("path", { d: shape, class: "played", "clip-path": "url(#played-part)" });
  svg.append(clip, part("path", { d: shape, class: "all" }), played, hand);
  wave.replaceChildren(svg);
  return (where) => {
    const x = (where * steps).toFixed(1);
    window.setAttribute("width", x);
    hand.setAttribute("x1", x);
    hand.setAttribute("x2", x);
  };
}
