import { nearest } from "./nearest.ts";

/** What a person can type with a slash, on the screen and line by line. Completion, help and both faces read it. */
export const COMMANDS = [
  { name: "help", words: "keys and commands" },
  { name: "status", words: "model, mode, systems, tokens, pages for a browser" },
  { name: "details", words: "tool calls with all they said, or folded again" },
  { name: "clear", words: "forget this conversation (the audit log stays)" },
  { name: "quit", words: "leave" },
] as const;

export type CommandName = (typeof COMMANDS)[number]["name"];

/** Other words for the same, which no list shows. */
const ALIASES: Readonly<Record<string, CommandName>> = { exit: "quit" };

/** The commands that the line may become: while its first word is being typed after a slash. */
export function completions(line: string): readonly (typeof COMMANDS)[number][] {
  const typed = /^\/([a-z]*)$/.exec(line)?.[1];
  return typed === undefined ? [] : COMMANDS.filter((command) => command.name.startsWith(typed));
}

/** The command a line is, what to say to a word that is none, or undefined where the line is a sentence. */
export function commandOf(
  line: string,
): { name: CommandName } | { unknown: string; advice: string } | undefined {
  // A path such as /gpfs/fs1 is a sentence's beginning, not a command.
  const word = /^\/([a-zA-Z]*)\s*$/.exec(line)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const found = COMMANDS.find((command) => command.name === word)?.name ?? ALIASES[word];
  if (found) return { name: found };
  const near = nearest(
    word,
    COMMANDS.map(({ name }) => name),
  );
  return {
    unknown: `There is no /${word}.`,
    advice: near ? `Did you mean /${near}?` : "/help lists what there is.",
  };
}
