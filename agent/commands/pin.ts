import { defineCommand } from "../command.ts";
import { openSettings, stateFolder } from "../settings.ts";
import { print } from "../world.ts";

export const pin = defineCommand({
  usage: "pin",
  says: "Set or change the PIN that `outpost approve` asks for",
  examples: [["pin", "asks for it twice, in the terminal itself"]],
  async run(_args, world) {
    const { openState } = await import("../../tools/kit/state.ts");
    const { checkPin, hasPin, refuseShort, setPin } = await import("../../tools/kit/pin.ts");
    const { HubError } = await import("../../tools/kit/errors.ts");
    const settings = await openSettings(world);
    const terminal = await world.openTerminal();
    try {
      const state = await openState(stateFolder(settings), {
        writesPerHour: settings.OUTPOST_WRITES_PER_HOUR,
        now: world.now,
      });
      if (hasPin(state.folder)) await checkPin(state, await terminal.askSecret("Present PIN:"));
      const chosen = await terminal.askSecret("New PIN (four characters or more):");
      refuseShort(chosen);
      if (chosen !== (await terminal.askSecret("The same again:")))
        throw new HubError("bad-input", "The two PINs differ.", { advice: "Nothing was stored." });
      await setPin(state, chosen);
      await state.audit({ event: "approved", who: "operator", result: "the PIN was set" });
    } finally {
      terminal.close();
    }
    print(
      world,
      "The PIN is set. Clients that cannot ask now answer with a code for `outpost approve`.",
    );
    return 0;
  },
});
