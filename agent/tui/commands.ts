/** What a person can type with a slash. One table: completion, help and update all read it. */
export const COMMANDS = [
  { name: "help", words: "keys and commands" },
  { name: "details", words: "open or close all tool cards" },
  { name: "clear", words: "forget this conversation (the audit log stays)" },
  { name: "quit", words: "leave" },
] as const;

export type CommandName = (typeof COMMANDS)[number]["name"];

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

/** The commands that the line may become: while its first word is being typed after a slash. */
export function completions(line: string): readonly (typeof COMMANDS)[number][] {
  const typed = /^\/([a-z]*)$/.exec(line)?.[1];
  return typed === undefined ? [] : COMMANDS.filter((command) => command.name.startsWith(typed));
}

/** The command a line is, the word that is none, or undefined where the line is a sentence. */
export function commandOf(line: string): { name: CommandName } | { unknown: string } | undefined {
  // A path such as /gpfs/fs1 is a sentence's beginning, not a command.
  const word = /^\/([a-zA-Z]+)\s*$/.exec(line)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const found = COMMANDS.find((command) => command.name === word);
  return found ? { name: found.name } : { unknown: word };
}
