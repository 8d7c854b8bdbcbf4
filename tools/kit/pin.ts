import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, writeWhole } from "./durable.ts";
import { HubError } from "./errors.ts";
import type { State } from "./state.ts";

const COST = { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const MOST_TRIES = 5;
const LATCH_MS = 15 * 60_000;

type Stored = { salt: string; hash: string; wrong: number; latchedUntil: number };

const file = (folder: string) => join(folder, "pin.json");

export function hasPin(folder: string): boolean {
  return existsSync(file(folder));
}

/** Throws `bad-input` for fewer than four characters. */
export function refuseShort(pin: string): void {
  if (pin.length < 4) throw new HubError("bad-input", "A PIN has at least four characters.");
}

/** Stores the PIN as scrypt (N 32768, r 8) in a 0600 file. Throws `bad-input` for fewer than four characters. */
export async function setPin(state: State, pin: string): Promise<void> {
  refuseShort(pin);
  const salt = randomBytes(16);
  const hash = await derive(pin, salt);
  const stored: Stored = {
    salt: salt.toString("base64"),
    hash: hash.toString("base64"),
    wrong: 0,
    latchedUntil: 0,
  };
  await state.locked(() => writeWhole(file(state.folder), JSON.stringify(stored)));
}

/** Throws `not-allowed` for a wrong PIN; after five wrong ones in a row even the right one waits 15 minutes. */
export function checkPin(state: State, pin: string): Promise<void> {
  return state.locked(async () => {
    const text = await readIfThere(file(state.folder));
    if (text === undefined)
      throw new HubError("not-allowed", "No PIN is set.", {
        advice: "Set one with `outpost pin`.",
      });
    const stored = JSON.parse(text) as Stored; // our own file
    if (stored.latchedUntil > state.now().getTime())
      throw new HubError("not-allowed", "Too many wrong PINs; approvals rest for 15 minutes.");
    const hash = await derive(pin, Buffer.from(stored.salt, "base64"));
    const right = timingSafeEqual(hash, Buffer.from(stored.hash, "base64"));
    const wrong = right ? 0 : stored.wrong + 1;
    const latchedUntil = wrong >= MOST_TRIES ? state.now().getTime() + LATCH_MS : 0;
    if (wrong !== stored.wrong || latchedUntil !== stored.latchedUntil)
      await writeWhole(
        file(state.folder),
        JSON.stringify({ ...stored, wrong: wrong >= MOST_TRIES ? 0 : wrong, latchedUntil }),
      );
    if (!right) throw new HubError("not-allowed", "That is not the PIN. Nothing was approved.");
  });
}

function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
