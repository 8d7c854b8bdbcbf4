import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";

/** What can be done over the simulated cluster; the rest is about a real one, or about this machine. */
const WITHIN = ["chat", "ask", "tools", "call", "mcp", "approve", "pin", "audit", "doctor"];

export const demo = defineCommand({
  usage: "demo [words..]",
  says: "Try everything over a simulated cluster, with no account",
  examples: [
    ["demo", "a conversation"],
    ['demo ask "list the filesystems"', "one answer"],
    ["demo audit verify", "the audit log of the demo"],
  ],
  positionals: {
    words: {
      type: "string",
      array: true,
      describe: `A command to run over it: ${WITHIN.join(", ")}`,
    },
  },
  async run({ words = [] }, world, again) {
    const [first = "chat"] = words;
    if (!first.startsWith("-") && !WITHIN.includes(first))
      throw new HubError("bad-input", `The demo has no command “${first}”.`, {
        advice: `To ask something, write: demo ask "${words.join(" ")}"`,
        alternatives: WITHIN,
      });
    const { openDemo } = await import("../demo.ts");
    const { world: inDemo, close } = openDemo(world);
    // A face says so by itself; what these print could be taken for the truth.
    if (["ask", "tools", "call", "mcp", "doctor"].includes(first))
      world.stderr.write("DEMO: this cluster is SIMULATED; nothing here is real.\n");
    try {
      return await again(words.length === 0 ? ["chat"] : words, inDemo);
    } finally {
      await close();
    }
  },
});
