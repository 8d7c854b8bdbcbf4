import type { Clock } from "./clock.ts";
import type { Key } from "./key.ts";
import { createKeyDecoder } from "./keys.ts";

export type KeyFeed = { push(bytes: Uint8Array | string): void; stop(): void };

/** Decodes what the terminal sends and supplies the decoder's timeouts. `alone`: nothing else came in the same read. */
export function createKeyFeed(
  clock: Clock,
  struck: (key: Key, at: number, alone: boolean) => void,
): KeyFeed {
  const decoder = createKeyDecoder();
  let cancel: (() => void) | undefined;

  function deliver(keys: readonly Key[]): void {
    cancel?.();
    const wait = decoder.waiting();
    cancel = wait === undefined ? undefined : clock.after(wait, () => deliver(decoder.timeout()));
    const at = clock.now();
    for (const key of keys) struck(key, at, keys.length === 1);
  }

  return {
    push: (bytes) => deliver(decoder.push(typeof bytes === "string" ? Buffer.from(bytes) : bytes)),
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
