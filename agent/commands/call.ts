import { exitCode, HubError } from "../../tools/kit/errors.ts";
import { isObject, parseJson } from "../../tools/kit/json.ts";
import { defineCommand } from "../command.ts";
import type { AskPerson } from "../events.ts";
import { nearest } from "../nearest.ts";
import { print, type World } from "../world.ts";

export const call = defineCommand({
  usage: "call <tool> [arguments]",
  says: "Call one tool, down the same road as everything else",
  examples: [
    ["call filesystem_list", "a read without arguments"],
    [`call fileset_list '{"filesystem":"fs1","limit":5}'`, "arguments as JSON"],
    [
      `call fileset_delete '{"filesystem":"fs1","fileset":"old"}' --approve fileset_delete=old`,
      "confirmed beforehand; without --approve you are asked",
    ],
  ],
  positionals: {
    tool: { type: "string", demandOption: true, describe: "Its name, as in `outpost tools`" },
    arguments: { type: "string", default: "{}", describe: "Its arguments, a JSON object" },
  },
  flags: {
    json: { type: "boolean", default: false, describe: "Print the structured answer" },
    approve: {
      type: "string",
      array: true,
      default: [] as string[],
      requiresArg: true,
      describe: "TOOL or TOOL=TARGET: your yes to this call",
    },
  },
  async run(args, world) {
    const input = readArguments(args.arguments);
    const { openTools } = await import("../open-tools.ts");
    const asking = await askHere(args.approve, world);
    const tools = await openTools(world, asking.ask);
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once("SIGINT", interrupt);
    try {
      const names = tools.list.map(({ card }) => card.name);
      if (![...names, ...tools.shut].includes(args.tool)) throw unknownTool(args.tool, names);
      const answer = await tools.call(args.tool, input, {
        signal: stop.signal,
        progress: ({ message }) => void world.stderr.write(`  ${message}\n`),
      });
      if (args.json && answer.data) print(world, JSON.stringify(answer.data));
      else (answer.ok ? world.stdout : world.stderr).write(`${answer.plain}\n`);
      return answer.ok ? 0 : exitCode(answer.problem ?? "failed");
    } catch (thrown) {
      if (stop.signal.aborted) throw new HubError("interrupted", "Interrupted.", { cause: thrown });
      throw thrown;
    } finally {
      process.off("SIGINT", interrupt);
      asking.close();
      await tools.close();
    }
  },
});

function readArguments(text: string): unknown {
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new HubError("bad-input", "The arguments are not a JSON object.", {
    advice: `Write them as one word: '{"filesystem":"fs1"}'`,
  });
}

/** A question is answered by --approve, or at this terminal; otherwise the answer is no. */
async function askHere(
  approve: readonly string[],
  world: World,
): Promise<{ ask: AskPerson; close(): void }> {
  const { approveFlag, readApprovals } = await import("../approval.ts");
  const { askInText, planLines } = await import("../plain/ask-in-text.ts");
  const { processIo } = await import("../plain/io.ts");
  const { readLines } = await import("../plain/lines.ts");
  const approvals = readApprovals(approve);
  const io = processIo();
  let lines: ReturnType<typeof readLines> | undefined;
  return {
    async ask(question, signal) {
      const given = approvals.use(question);
      if (!given && io.interactive) {
        lines ??= readLines(io.input, () => undefined);
        return askInText(question, io.errors, lines, signal);
      }
      io.errors.write(planLines(question));
      if (given) {
        io.errors.write("Approved by --approve.\n");
        return given;
      }
      io.errors.write(`To allow exactly this, once, add:\n  ${approveFlag(question)}\n`);
      return { say: "cancel" };
    },
    close() {
      lines?.close();
      for (const unused of approvals.unused())
        world.stderr.write(`! --approve ${unused} was not used: the call did not ask for it.\n`);
    },
  };
}

function unknownTool(tool: string, names: readonly string[]): HubError {
  const meant = nearest(tool, names);
  return new HubError("bad-input", `There is no open tool “${tool}”.`, {
    advice: `${meant ? `Did you mean ${meant}? ` : ""}\`outpost tools\` lists what is open.`,
  });
}
