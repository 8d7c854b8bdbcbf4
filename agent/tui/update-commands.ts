import type { CommandName } from "../slash-commands.ts";
import { statusText } from "../status-text.ts";
import { canOpen } from "./blocks.ts";
import { type Effect, isBusy, only, type State, type Step, UNKNOWN_STATUS } from "./state.ts";
import { add } from "./update-agent.ts";

/** What a slash command does. */
export function runCommand(state: State, name: CommandName): Step {
  switch (name) {
    case "help":
      return only(add(state, { kind: "help" }));
    case "status": {
      const { status } = state;
      const text = status === UNKNOWN_STATUS ? "Outpost is starting." : statusText(status);
      return only(add(state, { kind: "notice", level: "info", text }));
    }
    case "details":
      return only(toggleAll(state));
    case "clear": {
      const effects: Effect[] = isBusy(state) ? [{ type: "interrupt" }] : [];
      return only(
        { ...state, past: [], turn: [], focus: undefined, scroll: { at: "end" } },
        ...effects,
        { type: "clear" },
      );
    }
    case "quit":
      return only(state, ...(isBusy(state) ? [{ type: "interrupt" } as const] : []), {
        type: "exit",
        code: 0,
      });
  }
}

/** Opens everything that is folded, or folds everything where nothing is. */
function toggleAll(state: State): State {
  const blocks = [...state.past, ...state.turn];
  const open = blocks.some((block) => canOpen(block) && "open" in block && !block.open);
  const set = <B extends (typeof blocks)[number]>(block: B): B =>
    canOpen(block) ? { ...block, open } : block;
  return { ...state, past: state.past.map(set), turn: state.turn.map(set) };
}
