import type { Ink, Tone } from "./rows.ts";

/**
 * Indices of the 256-colour palette, chosen so that each reads on black and on white alike (a test keeps the
 * contrast). Plain text has no colour of its own: it is whatever the terminal's owner chose.
 */
export const PALETTE: Record<Tone, number> = {
  muted: 244,
  accent: 31,
  good: 29,
  warning: 130,
  bad: 160,
  code: 97,
  reads: 31,
  changes: 130,
  destroys: 160,
};

const BADGE_TEXT = 231;
/** "No colour: what the terminal uses by itself", in the nine bits that blessed keeps for a colour. */
const DEFAULT = 0x1ff;
const FLAG_BOLD = 1;
const FLAG_UNDERLINE = 2;
const FLAG_INVERSE = 8;

export const DEFAULT_ATTRIBUTE = (DEFAULT << 9) | DEFAULT;

/** An ink as blessed packs it: flags, foreground, background. Without colours (NO_COLOR) only the flags remain. */
export function attributeOf(ink: Ink, colours: boolean): number {
  let flags = 0;
  if (ink.bold) flags |= FLAG_BOLD;
  if (ink.underline) flags |= FLAG_UNDERLINE;
  if (ink.inverse) flags |= FLAG_INVERSE;
  let foreground = DEFAULT;
  let background = DEFAULT;
  if (ink.tone && colours) {
    if (ink.badge) {
      foreground = BADGE_TEXT;
      background = PALETTE[ink.tone];
      flags |= FLAG_BOLD;
    } else foreground = PALETTE[ink.tone];
  } else if (ink.badge) flags |= FLAG_INVERSE;
  return (flags << 18) | (foreground << 9) | background;
}
