import { isObject, type Json, type JsonObject } from "../../tools/kit/json.ts";
import type { Call, Ending, Result, World } from "./card.ts";
import { IT, type Slots, type SlotValue } from "./slots.ts";

export type Part<T> = Generator<readonly Call[], T | Ending, readonly Result[]>;

export const call = (tool: string, input: JsonObject = {}): Call => ({ tool, input });
export const say = (text: string): Ending => ({ end: "say", text });
export const ask = (slot: string, text: string, slots: Slots): Ending => ({
  end: "ask",
  slot,
  text,
  slots,
});
export const isEnding = (value: unknown): value is Ending =>
  typeof value === "object" && value !== null && "end" in value;

/** The members of `input` that have a value, as a tool takes them. */
export function given(input: Record<string, SlotValue | undefined>): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(input))
    if (value !== undefined && value !== IT && typeof value !== "object") out[key] = value;
    else if (Array.isArray(value)) out[key] = [...value];
  return out;
}

/** The objects of a list in an answer's structure; none where there is no such list. */
export function rowsOf(result: Result | undefined, member: string): JsonObject[] {
  const rows = result?.data?.[member];
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

export const text = (value: SlotValue | Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

const NO_CALLS: readonly (readonly Call[])[] = [];

/** A turn that is over in words at once. */
// A generator has to yield somewhere: it yields no calls.
export function* ending(words: string): Generator<readonly Call[], Ending, readonly Result[]> {
  yield* NO_CALLS;
  return say(words);
}

/** A question before anything is looked up. */
export function* asking(
  slot: string,
  words: string,
  slots: Slots,
): Generator<readonly Call[], Ending, readonly Result[]> {
  yield* NO_CALLS;
  return ask(slot, words, slots);
}

/** One call, and its result as the ending. */
export function* once(
  tool: string,
  input: JsonObject = {},
): Generator<readonly Call[], Ending, readonly Result[]> {
  const results = yield [call(tool, input)];
  return { end: "show", results };
}

/**
 * Puts what the conversation named in the place of "it", and takes "fs1/projects" apart. `slot` is the slot that
 * names a fileset. An Ending where "it" is nothing.
 */
export function settle(
  slots: Slots,
  world: World,
  slot: "fileset" | "name" = "fileset",
): Slots | Ending {
  const { focus } = world;
  const { scoped, ...rest } = slots;
  const out: Record<string, SlotValue> = { ...rest };
  if (typeof scoped === "string") {
    const [filesystem = "", fileset = ""] = scoped.split(/[:/]/);
    return { ...out, filesystem, [slot]: fileset };
  }
  if (out.filesystem === IT) {
    if (focus.filesystem === undefined) delete out.filesystem;
    else out.filesystem = focus.filesystem;
  }
  if (out[slot] === IT) {
    if (focus.fileset === undefined || focus.age > 2) return say(NOTHING_NAMED);
    out[slot] = focus.fileset;
    if (out.filesystem === undefined && focus.filesystem) out.filesystem = focus.filesystem;
  }
  return out;
}

export const NOTHING_NAMED =
  "I am not sure what “it” is here, so I did nothing. Please say the name, such as: the fileset projects on fs1.";

/** The names of all filesystems: those this conversation has seen, or a look at the cluster. */
function* allFilesystems(world: World): Part<readonly string[]> {
  if (world.filesystems.length > 0) return world.filesystems;
  const results = yield [call("filesystem_list")];
  const [first] = results;
  if (!first?.ok) return { end: "show", results };
  const names = filesystemNames(first);
  return names.length > 0 ? names : say("The cluster lists no filesystem.");
}

/** The filesystem of a request about one object: said, known from before, or the only one. Else the person is asked. */
export function* oneFilesystem(slots: Slots, world: World, fileset?: string): Part<string> {
  const said = text(slots.filesystem);
  if (said !== undefined) return said;
  const home = fileset === undefined ? undefined : world.homes.get(fileset);
  if (home !== undefined) return home;
  const names = yield* allFilesystems(world);
  if (isEnding(names)) return names;
  if (names.length === 1 && names[0] !== undefined) return names[0];
  return ask("filesystem", `On which filesystem: ${either(names)}?`, slots);
}

/**
 * A word that can be a filesystem or a fileset ("how full is projects?"): decided by what the cluster lists.
 * With a filesystem already said it is a fileset.
 */
export function* whichThing(slots: Slots, world: World): Part<Slots> {
  const { thing, ...rest } = slots;
  if (thing === undefined) return slots;
  if (thing === IT) {
    const { focus } = world;
    if (focus.age > 2) return say(NOTHING_NAMED);
    if (focus.kind === "filesystem" && focus.filesystem)
      return { ...rest, filesystem: text(rest.filesystem) ?? focus.filesystem };
    if (focus.fileset === undefined) return say(NOTHING_NAMED);
    const home = focus.filesystem === undefined ? {} : { filesystem: focus.filesystem };
    return { ...home, ...rest, fileset: focus.fileset };
  }
  if (rest.filesystem !== undefined) return { ...rest, fileset: thing };
  const names = yield* allFilesystems(world);
  if (isEnding(names)) return names;
  return names.some((name) => name === thing)
    ? { ...rest, filesystem: thing }
    : { ...rest, fileset: thing };
}

const MOST_FILESYSTEMS = 8;

/** False also where the quotas of a fileset were read on a filesystem that has no such fileset: none is no failure. */
export const found = ({ ok, call: { tool }, data }: Result): boolean =>
  ok && !(tool === "quota_list" && data?.total === 0);

/** The same read on the filesystem that was said, or on each there is. */
export function* everywhere(
  slots: Slots,
  world: World,
  read: (filesystem: string) => Call,
): Generator<readonly Call[], Ending, readonly Result[]> {
  const fileset = text(slots.fileset) ?? text(slots.name);
  const said =
    text(slots.filesystem) ?? (fileset === undefined ? undefined : world.homes.get(fileset));
  if (said !== undefined) return { end: "show", results: yield [read(said)] };
  const names = yield* allFilesystems(world);
  if (isEnding(names)) return names;
  const some = names.slice(0, MOST_FILESYSTEMS);
  const results = yield some.map(read);
  const fits = results.filter(found);
  // Looking for one fileset everywhere fails wherever it is not; only if it is nowhere do the failures matter.
  const shown = fileset !== undefined && fits.length > 0 ? fits : results;
  return {
    end: "show",
    results: shown,
    headings: shown.map((result) => `On ${text(result.call.input.filesystem) ?? "?"}:`),
  };
}

/** The names in an answer of filesystem_list, from its structure or, where that is missing, from its table. */
export function filesystemNames(result: Result): string[] {
  const rows = result.data?.filesystems;
  if (Array.isArray(rows))
    return rows.flatMap((row) => (isObject(row) && typeof row.name === "string" ? [row.name] : []));
  return result.text.split("\n").flatMap((line) => {
    const first = /^\|?\s*([\p{L}\p{N}._-]+)(?:\s{2,}|\t|\s*\|)/u.exec(line)?.[1];
    return first === undefined || /^(?:name|filesystem|-+)$/i.test(first) ? [] : [first];
  });
}

function either(names: readonly string[]): string {
  const some = names.slice(0, MOST_FILESYSTEMS);
  const last = some.at(-1) ?? "";
  return some.length < 2 ? last : `${some.slice(0, -1).join(", ")} or ${last}`;
}
