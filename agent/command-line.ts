import yargs, { type Argv } from "yargs";
import { HubError } from "../tools/kit/errors.ts";
import { type Command, commandName } from "./command.ts";
import { nearest } from "./nearest.ts";
import { VERSION } from "./version.ts";

export type Parsed =
  | { kind: "run"; command: Command; args: Record<string, unknown>; envFile?: string }
  /** Help, or the version. */
  | { kind: "print"; text: string };

const EXIT_CODES = `Exit codes:
  0    done
  1    failed
  2    wrong usage, or settings that are not usable
  3    declined, or not allowed
  4    a limit is reached
  5    a system is unreachable or refuses the account
  130  interrupted`;

const EVERYWHERE = {
  "env-file": {
    type: "string",
    describe: "Read settings from this file too",
    requiresArg: true,
  },
} as const;

/** Reads the words after `outpost`. Throws HubError `bad-input` that names the nearest right word. */
export function parseCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  columns: number,
): Parsed {
  let chosen: Extract<Parsed, { kind: "run" }> | undefined;
  let current: Command | undefined;
  let parser = base(columns, (message) => {
    throw usageError(message, commands, current, words);
  });
  for (const command of commands)
    parser = parser.command(
      command.usage,
      command.says,
      (inner) => {
        current = command;
        return describe(inner, command);
      },
      (args: Record<string, unknown>) => {
        refuseRepeats(args, command);
        takeRest(args, command);
        const envFile = args["env-file"];
        chosen = {
          kind: "run",
          command,
          args,
          ...(typeof envFile === "string" ? { envFile } : {}),
        };
      },
    );
  let printed = "";
  // No handler waits for anything, so this has happened when the call returns.
  void parser.parse([...words], {}, (error, _args, output) => {
    if (error) throw error;
    printed = output;
  });
  if (chosen && printed === "") return chosen;
  return { kind: "print", text: printed };
}

function base(columns: number, fail: (message: string) => void): Argv {
  return yargs()
    .scriptName("outpost")
    .locale("en")
    .usage("$0 COMMAND\n\nTalk to your remote gear from the terminal.")
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "greedy-arrays": false,
      "parse-positional-numbers": false,
    })
    .options(EVERYWHERE)
    .strict()
    .exitProcess(false)
    .wrap(columns)
    .help()
    .version(VERSION)
    .epilogue(EXIT_CODES)
    .fail((message, error) => {
      // What yargs throws itself is about the words typed; anything else comes from us.
      if (error && error.name !== "YError") throw error;
      fail(error?.message ?? message);
    });
}

function describe(inner: Argv, command: Command): Argv {
  for (const [name, positional] of Object.entries(command.positionals))
    inner.positional(name, positional);
  inner.options(command.flags);
  for (const [line, says] of command.examples) inner.example(`outpost ${line}`, says);
  return inner;
}

/** What follows `--` belongs to the positional that takes many; yargs leaves it aside. */
function takeRest(args: Record<string, unknown>, command: Command): void {
  const rest = Array.isArray(args._) ? args._.slice(1).map(String) : [];
  const many = Object.entries(command.positionals).find(([, { array }]) => array)?.[0];
  if (rest.length === 0) return;
  if (many === undefined)
    throw new HubError("bad-input", `outpost ${commandName(command)} takes no more words.`, {
      advice: `Usage: outpost ${usageOf(command)}`,
    });
  const given = args[many];
  args[many] = [...(Array.isArray(given) ? given : []), ...rest];
}

/** yargs makes a list of a flag that is given twice, whatever its type; only flags that are lists may be. */
function refuseRepeats(args: Record<string, unknown>, command: Command): void {
  for (const [name, flag] of Object.entries({ ...EVERYWHERE, ...command.flags }))
    if (Array.isArray(args[name]) && !("array" in flag && flag.array))
      throw new HubError("bad-input", `--${name} is given twice.`, { advice: "Give it once." });
}

function usageError(
  message: string,
  commands: readonly Command[],
  current: Command | undefined,
  words: readonly string[],
): HubError {
  const names = commands.map(commandName);
  const help =
    current && names.includes(words[0] ?? "")
      ? `outpost ${commandName(current)} --help`
      : "outpost --help";
  const unknown = /^Unknown (?:arguments?|commands?): (.*)$/m.exec(message)?.[1]?.split(", ")[0];
  if (unknown !== undefined) return unknownWord(unknown, names, current, words, help);
  const invalid = /Argument: (\S+), Given: (.*), Choices: (.*)/.exec(message);
  if (invalid) {
    const [, name = "", given = "", choices = ""] = invalid;
    const valid = choices.split(", ").map((choice) => choice.replaceAll('"', ""));
    const near = nearest(given.replaceAll('"', ""), valid);
    return new HubError("bad-input", `${name} cannot be ${given}.`, {
      advice: near ? `Did you mean ${near}?` : `See: ${help}`,
      alternatives: valid,
    });
  }
  if (message.startsWith("Not enough non-option arguments") && current)
    return new HubError("bad-input", `outpost ${commandName(current)} needs more.`, {
      advice: `Usage: outpost ${usageOf(current)}${choicesOf(current)}`,
    });
  const first = message.split("\n")[0] ?? message;
  return new HubError("bad-input", `${first.replace(/\.$/, "")}.`, { advice: `See: ${help}` });
}

/** What the words of a usage can be, where they are few. */
function choicesOf({ positionals }: Command): string {
  return Object.entries(positionals)
    .map(([name, { choices }]) => (choices ? `, where ${name} is ${choices.join(" or ")}` : ""))
    .join("");
}

function usageOf(command: Command): string {
  return typeof command.usage === "string" ? command.usage : command.usage.join(" ");
}

function unknownWord(
  unknown: string,
  names: string[],
  current: Command | undefined,
  words: readonly string[],
  help: string,
): HubError {
  const known = names.includes(words[0] ?? "");
  const asFlag = words.find(
    (word) => word.replace(/=.*/, "").replace(/^-+/, "") === unknown && word.startsWith("-"),
  );
  const flags = ["help", "version", ...Object.keys({ ...EVERYWHERE, ...current?.flags })];
  const near = asFlag ? nearest(unknown, flags) : nearest(unknown, names);
  const kind = asFlag
    ? `flag ${asFlag.replace(/=.*/, "")}`
    : `${known ? "word" : "command"} “${unknown}”`;
  const where = known && current ? ` of outpost ${commandName(current)}` : "";
  return new HubError("bad-input", `There is no ${kind}${where}.`, {
    advice: near ? `Did you mean ${asFlag ? `--${near}` : near}?` : `See: ${help}`,
  });
}
