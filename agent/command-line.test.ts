import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { HubError, sentence } from "../tools/kit/errors.ts";
import { commandName } from "./command.ts";
import { parseCommandLine } from "./command-line.ts";
import { COMMANDS } from "./commands/index.ts";

// Wide, so that no line is wrapped.
const parse = (...words: string[]) => parseCommandLine(words, COMMANDS, 300);

function printed(...words: string[]): string {
  const parsed = parse(...words);
  return parsed.kind === "print" ? parsed.text : assert.fail("it would run");
}

function args(...words: string[]): Record<string, unknown> {
  const parsed = parse(...words);
  return parsed.kind === "run" ? parsed.args : assert.fail("it would print");
}

function mistake(...words: string[]): string {
  try {
    parse(...words);
  } catch (thrown) {
    assert.ok(thrown instanceof HubError);
    assert.equal(thrown.problem, "bad-input");
    return sentence(thrown);
  }
  return assert.fail(`${words.join(" ")} went through`);
}

suite("the command line", () => {
  test("help names every command and documents the exit codes", () => {
    const help = printed("--help");
    for (const command of COMMANDS)
      assert.match(help, new RegExp(`outpost ${commandName(command)}`));
    for (const code of [0, 1, 2, 3, 4, 5, 130])
      assert.match(help, new RegExp(`^ {2}${code} +\\w`, "m"));
  });

  test("every command has help of its own, with an example", () => {
    for (const command of COMMANDS) {
      const name = commandName(command);
      const help = printed(name, "--help");
      assert.match(help, /Examples:/, name);
      for (const [line] of command.examples)
        assert.ok(help.includes(`outpost ${line}`.trim()), line);
    }
  });

  test("every example is a command line that parses", () => {
    for (const command of COMMANDS)
      for (const [line] of command.examples) {
        const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
          ([, single, double, bare]) => single ?? double ?? bare ?? "",
        );
        const parsed = words[0] === "demo" ? parse("demo") : parse(...words);
        assert.equal(parsed.kind, "run", line);
      }
  });

  test("no words at all is a conversation", () => {
    const parsed = parse();
    assert.ok(parsed.kind === "run");
    assert.equal(commandName(parsed.command), "chat");
  });

  test("an unknown command names the nearest one", () => {
    assert.match(mistake("aprove", "X"), /no command “aprove”.*Did you mean approve\?/);
    assert.match(mistake("doctr"), /Did you mean doctor\?/);
    assert.match(mistake("simulat", "cluster"), /Did you mean simulate\?/);
    assert.match(mistake("zzzzzz"), /See: outpost --help/);
  });

  test("an unknown flag names the nearest one of that command", () => {
    assert.match(
      mistake("ask", "x", "--aprove", "y"),
      /no flag --aprove of outpost ask.*Did you mean --approve\?/,
    );
    assert.match(mistake("ask", "x", "--output=json"), /Did you mean --output-format\?/);
    assert.match(mistake("audit", "verify", "--heed", "1"), /Did you mean --head\?/);
    assert.match(mistake("--vresion"), /Did you mean --version\?/);
  });

  test("a word that is none of its choices names the nearest one", () => {
    assert.match(mistake("audit", "verfy"), /action cannot be "verfy".*Did you mean verify\?/);
    assert.match(mistake("mcp", "clusters"), /Did you mean cluster\?/);
    assert.match(mistake("simulate", "cluster", "--mode", "v4"), /Did you mean v3\?/);
  });

  test("what is missing, too much or given twice is a mistake", () => {
    assert.match(mistake("approve"), /Usage: outpost approve <code>/);
    assert.match(mistake("audit"), /Usage: outpost audit <action>, where action is verify or show/);
    assert.match(mistake("approve", "A", "B"), /“B”/);
    assert.match(mistake("approve", "A", "--", "B"), /takes no more words/);
    assert.match(mistake("audit", "show", "--last", "3", "--last", "4"), /--last is given twice/);
    assert.match(mistake("audit", "verify", "--head"), /head/);
  });

  test("sentences keep their spaces, --approve repeats, and what follows -- is a sentence too", () => {
    assert.deepEqual(args("ask", "list the filesystems", "and fs1?").text, [
      "list the filesystems",
      "and fs1?",
    ]);
    const approved = args("ask", "--approve", "a=b", "--approve", "c", "do it");
    assert.deepEqual([approved.approve, approved.text], [["a=b", "c"], ["do it"]]);
    assert.deepEqual(args("ask", "--", "--not a flag").text, ["--not a flag"]);
  });

  test("--env-file goes before or after the command", () => {
    for (const words of [
      ["--env-file", "x.env", "doctor"],
      ["doctor", "--env-file", "x.env"],
    ]) {
      const parsed = parse(...words);
      assert.ok(parsed.kind === "run");
      assert.equal(parsed.envFile, "x.env");
    }
  });

  test("the version is the package's", () => {
    assert.match(printed("--version"), /^\d+\.\d+\.\d+$/);
  });
});
