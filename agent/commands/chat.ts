import { defineCommand } from "../command.ts";

export const chat = defineCommand({
  usage: ["chat", "$0"],
  says: "Talk to your gear (this is what `outpost` alone does)",
  examples: [
    ["", "full screen, where there is a terminal"],
    ["chat --plain", "line by line: for screen readers, pipes and TERM=dumb"],
  ],
  flags: {
    plain: { type: "boolean", default: false, describe: "Line by line, without a screen" },
    approve: {
      type: "string",
      array: true,
      default: [] as string[],
      requiresArg: true,
      describe: "With no terminal: TOOL or TOOL=TARGET, your yes to one call; may be repeated",
    },
  },
  async run({ plain, approve }, world) {
    const dumb = (world.env.TERM ?? "dumb") === "dumb";
    if (plain || dumb || !world.stdin.isTTY || !world.stdout.isTTY) {
      const { openHub } = await import("../open-hub.ts");
      const { runPlain } = await import("../plain/repl.ts");
      const hub = await openHub(world, {});
      try {
        return await runPlain({ hub, approve });
      } finally {
        await hub.close();
      }
    }
    const [{ runTui }, { openHistory }] = await Promise.all([
      import("../tui/run-tui.ts"),
      import("../history.ts"),
    ]);
    const history = await openHistory(world);
    // The screen is painted first; the hub is put together behind it.
    const hub = afterPaint().then(async () => {
      const { openHub } = await import("../open-hub.ts");
      return openHub(world, {});
    });
    try {
      return await runTui(hub, { env: world.env, title: "Outpost", ...history });
    } finally {
      await hub.then((open) => open.close()).catch(() => undefined);
    }
  },
});

const afterPaint = () => new Promise<void>((resolve) => setImmediate(resolve));
