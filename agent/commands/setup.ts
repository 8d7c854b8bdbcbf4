import { defineCommand } from "../command.ts";
import { SYSTEM_NAMES, systemNamed } from "../systems/systems.ts";

export const setup = defineCommand({
  usage: "setup <system>",
  says: "Connect a system: address, certificate, account",
  examples: [
    ["setup cluster", "asks at the terminal, signs in once, stores a file of mode 0600"],
    ["setup portal", "the same for the member portal of your telescopes"],
    ["setup recorder", "pairs with a device by its code, and takes the key of its server"],
  ],
  positionals: {
    system: { type: "string", choices: SYSTEM_NAMES, demandOption: true, describe: "Which system" },
  },
  async run({ system }, world) {
    const { setUp } = systemNamed(system);
    const terminal = await world.openTerminal();
    try {
      return await setUp(terminal, world);
    } finally {
      terminal.close();
    }
  },
});
