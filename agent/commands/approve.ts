import { defineCommand } from "../command.ts";
import { openSettings, stateFolder } from "../settings.ts";
import { print } from "../world.ts";

export const approve = defineCommand({
  usage: "approve <code>",
  says: "Approve a call that waits, after reading its plan",
  examples: [["approve K7MD-2Q9X", "shows the plan, then asks for a yes and the PIN"]],
  positionals: {
    code: { type: "string", demandOption: true, describe: "The code that the waiting call showed" },
  },
  async run({ code }, world) {
    const { openState } = await import("../../tools/kit/state.ts");
    const { approve: approvePending, findPending } = await import("../../tools/kit/approvals.ts");
    const { checkPin } = await import("../../tools/kit/pin.ts");
    const { questionText } = await import("../../tools/kit/question.ts");
    const { HubError } = await import("../../tools/kit/errors.ts");
    const settings = await openSettings(world);
    const terminal = await world.openTerminal();
    try {
      const state = await openState(stateFolder(settings), {
        writesPerHour: settings.OUTPOST_WRITES_PER_HOUR,
        now: world.now,
      });
      const pending = await findPending(state, code);
      const { question } = pending;
      terminal.write(`${pending.client} (${pending.principal}) asks to run ${pending.tool}.\n`);
      terminal.write(`${questionText(question)}\n`);
      const wanted = question.typedName ?? "yes";
      const asked = question.typedName === undefined ? "Type yes to approve:" : "The name:";
      if ((await terminal.ask(asked)) !== wanted) {
        const said = new HubError("declined", "That was not it. Nothing was approved.");
        await recordRefusal(said.message);
        throw said;
      }
      await checkPin(state, await terminal.askSecret("PIN:")).catch(async (thrown: unknown) => {
        await recordRefusal(HubError.from(thrown).message);
        throw thrown;
      });
      await approvePending(state, pending);
      await state.audit({ ...line(), event: "approved", confirmed: "approve" });

      function line() {
        const { principal, client, tool } = pending;
        return { who: principal, client, tool, effect: question.effect, plan: question.sentence };
      }
      function recordRefusal(result: string): Promise<void> {
        return state.audit({ ...line(), event: "refused", result });
      }
    } finally {
      terminal.close();
    }
    print(world, "Approved. Now make the same call again; it runs once.");
    return 0;
  },
});
