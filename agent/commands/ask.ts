import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";

export const ask = defineCommand({
  usage: "ask [text..]",
  says: "Say something and print the answer; several sentences are several turns",
  examples: [
    ['ask "list the filesystems"', "one answer"],
    ['ask "list the filesystems" "how full is fs1?"', "two turns of one conversation"],
    ['ask "delete fileset old on fs1" --approve fileset_delete=old', "confirmed beforehand, once"],
    ['ask "which jobs run?" --output-format json', "for a program"],
  ],
  positionals: {
    // Not demanded: yargs does not see what follows `--`.
    text: { type: "string", array: true, describe: "One sentence each" },
  },
  flags: {
    "output-format": {
      type: "string",
      choices: ["text", "json", "stream-json"],
      default: "text",
      requiresArg: true,
      describe: "How to print",
    },
    approve: {
      type: "string",
      array: true,
      default: [] as string[],
      requiresArg: true,
      describe: "TOOL or TOOL=TARGET: your yes to one call; may be repeated",
    },
  },
  async run(args, world) {
    const { text: sentences = [] } = args;
    // An empty one is a variable that was not set: to say nothing about it would look like an answer.
    if (sentences.length === 0 || sentences.some((sentence) => sentence.trim() === ""))
      throw new HubError("bad-input", "There is nothing to ask.", {
        advice: 'Write: outpost ask "list the filesystems"',
      });
    const { openHub } = await import("../open-hub.ts");
    const { runAsk } = await import("../plain/ask.ts");
    const { readApprovals } = await import("../approval.ts");
    // Before anything starts: a word that is none is a mistake in the command line.
    readApprovals(args.approve);
    const hub = await openHub(world, { watchHealth: false });
    try {
      return await runAsk({
        hub,
        sentences,
        outputFormat: args["output-format"] as "text" | "json" | "stream-json", // checked by yargs
        approve: args.approve,
      });
    } finally {
      await hub.close();
    }
  },
});
