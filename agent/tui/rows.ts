/** What a stretch of text means; theme.ts decides how that looks. */
export type Tone =
  | "muted"
  | "accent"
  | "good"
  | "warning"
  | "bad"
  | "code"
  | "reads"
  | "changes"
  | "destroys";

export type Ink = {
  readonly tone?: Tone;
  /** Painted as a badge: light text on the tone's colour. */
  readonly badge?: true;
  readonly bold?: true;
  readonly underline?: true;
  readonly inverse?: true;
};

export type Span = { readonly text: string; readonly ink: Ink };

/** One line of the screen. Its text holds no control characters and no line ends. */
export type Row = readonly Span[];

export const PLAIN: Ink = {};
export const BOLD: Ink = { bold: true };
export const MUTED: Ink = { tone: "muted" };
export const ACCENT: Ink = { tone: "accent" };
export const EMPTY: Row = [];

export function span(text: string, ink: Ink = PLAIN): Span {
  return { text, ink };
}

/** The ink of a stretch inside another: what the inner one says wins, the rest is inherited. */
export function mix(outer: Ink, inner: Ink): Ink {
  if (outer === PLAIN) return inner;
  if (inner === PLAIN) return outer;
  return { ...outer, ...inner };
}

export function rowText(row: Row): string {
  return row.map((part) => part.text).join("");
}
