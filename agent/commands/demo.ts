import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";

/** What can be done over the simulated systems; the rest is about real ones, or about this machine. */
const WITHIN = [
  "chat",
  "ask",
  "tools",
  "call",
  "mcp",
  "portal",
  "approve",
  "pin",
  "audit",
  "doctor",
];

export const demo = defineCommand({
  usage: "demo [words..]",
  says: "Try everything over simulated systems, with no account",
  examples: [
    ["demo", "a conversation"],
    ['demo ask "list the filesystems"', "one answer"],
    ['demo ask "what can I image tonight?"', "another, of the telescopes"],
    ['demo ask "how is the recorder?"', "and of the voice recorder"],
    ["demo --mic", "with your microphone in place of our spoken file"],
    ["demo portal", "the dashboard alone, at an address of its own"],
    ["demo audit verify", "the audit log of the demo"],
  ],
  positionals: {
    words: {
      type: "string",
      array: true,
      describe: `A command to run over it: ${WITHIN.join(", ")}`,
    },
  },
  flags: {
    mic: { type: "boolean", default: false, describe: "Let the recorder open the microphone" },
  },
  async run({ words: said = [], mic: asked }, world, again) {
    // What follows `demo` comes unread, because most of it belongs to the command within.
    const mic = asked || said[0] === "--mic";
    const words = said[0] === "--mic" ? said.slice(1) : said;
    const [first = "chat"] = words;
    if (!first.startsWith("-") && !WITHIN.includes(first))
      throw new HubError("bad-input", `The demo has no command “${first}”.`, {
        advice: `To ask something, write: demo ask "${words.join(" ")}"`,
        alternatives: WITHIN,
      });
    const { openDemo } = await import("../demo.ts");
    const { world: inDemo, close } = openDemo(world, { mic });
    // A face says so by itself; what these print could be taken for the truth.
    if (["ask", "tools", "call", "mcp", "doctor"].includes(first))
      world.stderr.write(
        `DEMO: cluster and telescopes are SIMULATED; the recorder hears ${mic ? "your MICROPHONE" : "a spoken file, no microphone"}.\n`,
      );
    try {
      return await again(words.length === 0 ? ["chat"] : words, inDemo);
    } finally {
      await close();
    }
  },
});
