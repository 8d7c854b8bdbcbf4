import { defineCommand } from "../command.ts";
import { print } from "../world.ts";

export const tools = defineCommand({
  usage: "tools",
  says: "List the tools that are open with the present settings",
  examples: [
    ["tools", "name, effect and what each is for"],
    ["tools --json", "with their input schemas"],
  ],
  flags: { json: { type: "boolean", default: false, describe: "Print JSON" } },
  async run({ json }, world) {
    const { openTools } = await import("../open-tools.ts");
    const open = await openTools(world, async () => ({ say: "no" }));
    try {
      if (json)
        print(
          world,
          JSON.stringify(
            open.list.map(({ card, title, effect, server }) => ({
              ...card,
              title,
              effect,
              server,
            })),
          ),
        );
      else print(world, table(open.list));
      return 0;
    } finally {
      await open.close();
    }
  },
});

type Listed = { card: { name: string; description: string }; effect: string };

function table(listed: readonly Listed[]): string {
  const width = Math.max(...listed.map(({ card }) => card.name.length));
  return listed
    .map(
      ({ card, effect }) =>
        `${card.name.padEnd(width)}  ${effect.padEnd(8)}  ${brief(card.description)}`,
    )
    .join("\n");
}

/** The first sentence, to its full stop. */
const brief = (text: string) => /^.*?\.(?=\s|$)/s.exec(text)?.[0].replaceAll(/\s+/g, " ") ?? text;
