import { randomInt } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, writeWhole } from "./durable.ts";
import { HubError } from "./errors.ts";
import type { Question } from "./question.ts";
import type { State } from "./state.ts";

/** A question that no client could ask, waiting for `outpost approve CODE`. */
export type Pending = {
  code: string;
  bind: string;
  principal: string;
  client: string;
  tool: string;
  question: Question;
  expires: number;
  approved: boolean;
};

// No letters or digits that look alike; 8 of 30 are 39 bits, and the code authorises nothing by itself.
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

const folderOf = (state: State) => join(state.folder, "pending");

/** The pending question for this bind: the one there is, or a new one. */
export function waitFor(
  state: State,
  wanted: Omit<Pending, "code" | "approved">,
): Promise<Pending> {
  return state.locked(async () => {
    const known = (await all(state)).find((p) => p.bind === wanted.bind);
    if (known) return known;
    const pending: Pending = { ...wanted, code: newCode(), approved: false };
    await save(state, pending);
    return pending;
  });
}

/** Uses up an approval for this bind; false where there is none. */
export function takeApproval(state: State, bind: string): Promise<boolean> {
  return state.locked(async () => {
    const found = (await all(state)).find((p) => p.bind === bind && p.approved);
    if (!found) return false;
    await rm(pathOf(state, found.code));
    return true;
  });
}

/** The pending question behind a code. Throws `not-found` where it is unknown, expired or used. */
export async function findPending(state: State, code: string): Promise<Pending> {
  const wanted = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const found = (await all(state)).find((p) => p.code.replace("-", "") === wanted);
  if (!found)
    throw new HubError("not-found", "Nothing waits for that code.", {
      advice: "Codes live five minutes and serve once; make the call again for a new one.",
    });
  return found;
}

/** Marks it approved, within its own time. The caller has checked the PIN and the typed name. */
export function approve(state: State, pending: Pending): Promise<void> {
  return state.locked(async () => {
    await findPending(state, pending.code);
    await save(state, { ...pending, approved: true });
  });
}

async function all(state: State): Promise<Pending[]> {
  const found: Pending[] = [];
  for (const name of await readdir(folderOf(state)).catch(() => [])) {
    if (!name.endsWith(".json")) continue;
    const text = await readIfThere(join(folderOf(state), name));
    if (text === undefined) continue;
    const pending = JSON.parse(text) as Pending; // our own file
    if (pending.expires > state.now().getTime()) found.push(pending);
    else await rm(join(folderOf(state), name), { force: true });
  }
  return found;
}

const save = (state: State, pending: Pending) =>
  writeWhole(pathOf(state, pending.code), JSON.stringify(pending));

const pathOf = (state: State, code: string) => join(folderOf(state), `${code}.json`);

function newCode(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}
