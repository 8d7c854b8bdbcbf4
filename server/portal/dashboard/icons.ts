import { html, raw } from "hono/html";

export type Markup = ReturnType<typeof html>;

const SHAPES = {
  safe: '<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.8 2.8L16.2 9"/>',
  unsafe: '<path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z"/><path d="m9 9 6 6m0-6-6 6"/>',
  unknown:
    '<circle cx="12" cy="12" r="9" stroke-dasharray="3.2 2.4"/><path d="M9.6 9.7a2.5 2.5 0 1 1 3.6 2.2c-.9.5-1.2 1-1.2 1.9"/><path d="M12 16.6v.1"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4"/>',
  problem: '<path d="M12 3.5 21.5 20h-19z"/><path d="M12 10v4.5m0 2.7v.1"/>',
  note: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.6v.1"/>',
  answers: '<path d="M4 12.5 9.5 18 20 6.5"/>',
  silent: '<path d="m6 6 12 12M18 6 6 18"/>',
  leave: '<path d="M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9"/>',
} as const;
export type IconName = keyof typeof SHAPES;

/** A line drawing beside a word that says the same: it is hidden from whoever has the page read out. */
export function icon(name: IconName): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${raw(SHAPES[name])}</svg>`;
}

/** The moon as it stands in the sky: `angle` from the sun in degrees, seen from the south upside down. */
export function moonDisc(angle: number, isSouthern: boolean): Markup {
  const lit = (1 - Math.cos((angle * Math.PI) / 180)) / 2;
  const isWaxing = angle < 180;
  // The bright limb is half a circle, the terminator half an ellipse that bulges one way or the other.
  const bulge = Math.abs(1 - 2 * lit) * 9;
  const path = `M12 3A9 9 0 0 1 12 21A${bulge.toFixed(2)} 9 0 0 ${lit > 0.5 ? 1 : 0} 12 3Z`;
  const turn = isWaxing === isSouthern ? 'transform="rotate(180 12 12)"' : "";
  return html`<svg class="icon moon-disc" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path ${raw(turn)} d="${path}"/></svg>`;
}
