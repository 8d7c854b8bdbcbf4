import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, writeWhole } from "./durable.ts";
import { HubError } from "./errors.ts";
import { digest } from "./json.ts";
import type { State } from "./state.ts";

const KEPT_MS = 24 * 3_600_000;

type Entry<T> = { args: string } & (
  | { state: "started"; sent: string[] }
  | { state: "done"; answer: T }
);

/** The first answer to a key, kept 24 h on disk. Keys belong to a principal and a tool. `T` has to be plain JSON. */
export function idempotency<T>(state: State, who: { principal: string; tool: string }) {
  const folder = join(state.folder, "idempotency");
  const file = (key: string) => join(folder, `${digest([who.principal, who.tool, key])}.json`);

  async function read(key: string): Promise<Entry<T> | undefined> {
    const stored = await readIfThere(file(key));
    if (stored === undefined) return undefined;
    const age = state.now().getTime() - (await stat(file(key))).mtimeMs;
    return age > KEPT_MS ? undefined : (JSON.parse(stored) as Entry<T>); // our own file
  }

  return {
    /**
     * The answer that this key got before, or undefined when it is new. Throws `bad-input` when the key came with
     * other arguments, and `failed` when a call with it began and never finished.
     */
    async answered(key: string, args: string): Promise<T | undefined> {
      const entry = await read(key);
      if (!entry) return undefined;
      if (entry.args !== args)
        throw new HubError("bad-input", "This idempotency key was used with other arguments.", {
          advice: "Take a new key for a new request.",
        });
      if (entry.state === "done") return entry.answer;
      throw new HubError("failed", unfinished(entry.sent), {
        advice: "Look at the present state first; take a new key to go on from there.",
      });
    },

    /** Claims the key before the first request leaves. Throws as `answered` does if another process was faster. */
    begin: (key: string, args: string) =>
      state.locked(async () => {
        const entry = await read(key);
        if (entry)
          throw new HubError("changed", "A call with this idempotency key is already under way.", {
            advice: "Repeat the call in a moment for its answer.",
          });
        await sweep(folder, state.now());
        await writeWhole(file(key), JSON.stringify({ args, state: "started", sent: [] }));
      }),

    progress: (key: string, args: string, sent: string[]) =>
      writeWhole(file(key), JSON.stringify({ args, state: "started", sent })),

    finish: (key: string, args: string, answer: T) =>
      writeWhole(file(key), JSON.stringify({ args, state: "done", answer })),

    /** Frees the key of a call that ended before anything was sent. */
    forget: (key: string) => rm(file(key), { force: true }),
  };
}

function unfinished(sent: string[]): string {
  const what = sent.length === 0 ? "no request is known to have been sent" : sent.join("; ");
  return `An earlier call with this key began and never reported an end. Begun: ${what}.`;
}

async function sweep(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
