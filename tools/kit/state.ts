import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type AuditEvent, appendAudit } from "./audit.ts";
import { readIfThere, writeWhole } from "./durable.ts";
import { HubError } from "./errors.ts";
import { fileLock } from "./lock.ts";

/** One folder that all Outpost processes of a user share, so that audit, budget and approvals are one. */
export type State = {
  folder: string;
  now(): Date;
  locked<T>(work: () => Promise<T>): Promise<T>;
  audit(event: AuditEvent): Promise<void>;
  /** Runs `work` while no other work of this name runs in any process; throws `changed` where that takes too long. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Throws `not-allowed` while the panic file exists. */
  refuseInPanic(): void;
  /** Takes `writes` from this hour's budget, or throws `limit` and takes nothing. */
  spend(writes: number): Promise<void>;
};

const HOUR_MS = 3_600_000;

export function panicFile(folder: string): string {
  return join(folder, "PANIC");
}

/** Opens (and creates, mode 0700) the state folder. */
export async function openState(
  folder: string,
  options: { writesPerHour: number; now?: () => Date },
): Promise<State> {
  const calls = join(folder, "calls");
  await mkdir(calls, { recursive: true, mode: 0o700 });
  const now = options.now ?? (() => new Date());
  const locked = fileLock(join(folder, "lock"));
  const budget = join(folder, "budget.json");
  return {
    folder,
    now,
    locked,
    audit: (event) => locked(() => appendAudit(folder, now(), event)),
    async alone(name, work) {
      let begun = false;
      try {
        return await fileLock(join(calls, name))(() => {
          begun = true;
          return work();
        });
      } catch (thrown) {
        if (begun || !(thrown instanceof HubError)) throw thrown;
        throw new HubError("changed", "Another call that writes there is under way.", {
          advice: "Nothing was sent for this one. Look at the state once the other has ended.",
        });
      }
    },
    refuseInPanic() {
      if (existsSync(panicFile(folder)))
        throw new HubError("not-allowed", "All writes are stopped: the panic file is there.", {
          advice:
            "Only the operator can lift that, by removing the file PANIC in the state folder.",
        });
    },
    spend: (writes) =>
      locked(async () => {
        const stored = await readIfThere(budget);
        const since = now().getTime() - HOUR_MS;
        const spent: number[] = stored === undefined ? [] : JSON.parse(stored); // our own file
        const recent = spent.filter((time) => time > since);
        if (recent.length + writes > options.writesPerHour)
          throw new HubError("limit", overBudget(recent, writes, options.writesPerHour), {
            advice: "Wait, or ask the operator to raise OUTPOST_WRITES_PER_HOUR.",
          });
        const taken = Array.from({ length: writes }, () => now().getTime());
        await writeWhole(budget, JSON.stringify([...recent, ...taken]));
      }),
  };
}

function overBudget(recent: number[], writes: number, most: number): string {
  return `This needs ${writes} of the ${most} writes allowed in an hour, and ${recent.length} are spent.`;
}
