/** The keys of the screen and what each does, for /help. */
export const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["Enter", "send; while a turn runs, queue"],
  ["Alt+Enter  Ctrl+J", "new line"],
  ["Esc", "stop the running turn; queued text comes back"],
  ["↑ ↓", "move, then earlier sentences"],
  ["PgUp PgDn", "scroll; the mouse wheel does too (Shift and drag selects text)"],
  ["Home End", "first line and newest line, on an empty input"],
  ["Ctrl+O", "open or close the latest tool card"],
  ["Tab", "go to the cards; ↑ ↓ move, Enter opens, Esc returns"],
  ["Ctrl+A E U K W Y", "line start, line end, cut, cut, cut word, paste back"],
  ["Ctrl+C", "stop or clear; twice leaves"],
  ["Ctrl+D", "leave, on an empty input"],
];
