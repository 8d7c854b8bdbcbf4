import type { InferredOptionTypes, Options, PositionalOptions } from "yargs";
import type { World } from "./world.ts";

type Positionals = Record<string, PositionalOptions>;
type Flags = Record<string, Options>;

/** One command: what the command line knows of it, and what it does. Heavy modules are loaded by `run` alone. */
export type Command = {
  /** As yargs reads it: `approve <code>`. A `$0` beside it makes it the default. */
  usage: string | readonly string[];
  says: string;
  /** Pairs of a command line, without the program, and what it does. */
  examples: readonly (readonly [line: string, says: string])[];
  positionals: Positionals;
  flags: Flags;
  /** Resolves with the exit code. What goes wrong is thrown as HubError. `again` runs other words in this process. */
  run(args: Record<string, unknown>, world: World, again: RunWords): Promise<number>;
};

type RunWords = (words: readonly string[], world: World) => Promise<number>;

type Card<P extends Positionals, F extends Flags> = Omit<
  Command,
  "positionals" | "flags" | "run"
> & {
  positionals?: P;
  flags?: F;
  run(
    args: InferredOptionTypes<P> & InferredOptionTypes<F>,
    world: World,
    again: RunWords,
  ): Promise<number>;
};

// biome-ignore lint/complexity/noBannedTypes: an empty record is what a command without arguments has
type None = {};

/** Gives `run` the types of the positionals and flags beside it; the list of commands needs to know of none. */
export function defineCommand<const P extends Positionals = None, const F extends Flags = None>(
  card: Card<P, F>,
): Command {
  const { positionals, flags } = card;
  return {
    ...card,
    positionals: positionals ?? {},
    flags: flags ?? {},
    // as: yargs has parsed the arguments by these very positionals and flags
    run: (args, world, again) =>
      card.run(args as InferredOptionTypes<P> & InferredOptionTypes<F>, world, again),
  };
}

/** The word by which a command is called. */
export function commandName(command: Command): string {
  const usage = typeof command.usage === "string" ? command.usage : (command.usage[0] ?? "");
  return usage.split(" ")[0] ?? "";
}
