import type { Card, World } from "../card.ts";
import {
  ask,
  asking,
  call,
  given,
  isEnding,
  NOTHING_NAMED,
  oneFilesystem,
  say,
  settle,
  text,
  whichThing,
} from "../resolve.ts";
import { IT, type Slots } from "../slots.ts";

const IN = [
  "(on|in|within|inside) [the] [<filesystem>] {filesystem:name} [<filesystem>]",
  "(of|for|from|on) [the] <filesystem> [<called>] {filesystem:name}",
  "(of|for|from|on) [the] {filesystem:bare} <filesystem>",
];

const create: Card = {
  name: "take a snapshot",
  effect: "changes",
  examples: ["take a snapshot of projects on fs1 called before-upgrade"],
  heads: [
    "<take> [@det] [new] <snapshot> ~ (<called>|as) [:] {snapshot:any}",
    "<take> [@det] [new] <snapshot> [<called>] {snapshot:name}",
    "<take> [@det] [new] <snapshot>",
    "<create> [@det] [new] <snapshot> ~ (<called>|as) [:] {snapshot:any}",
    "<create> [@det] [new] <snapshot>",
    "(snapshot|snap) (@set-noun | @thing | [the] <filesystem> {filesystem:name}) ~ [(as|to|<called>) {snapshot:any}]",
    "a [new] <snapshot> [<called>] {snapshot:name}",
    "a [new] <snapshot> of (@set-noun | @thing | [the] <filesystem> {filesystem:name}) ~ [(as|<called>) {snapshot:any}]",
  ],
  adjuncts: [
    ...IN,
    "(of|for) @set-noun",
    "(of|for) @thing",
    "(of|for) [the] {fileset:bare} <fileset>",
    "(<called>|as) [:] {snapshot:any}",
    "(expiring|that expires|expires|until|expire) [on|at|in] {expires:text}",
  ],
  *go(given_, world) {
    const found = yield* whichThing(given_, world);
    if (isEnding(found)) return found;
    const slots = settle(found, world);
    if (isEnding(slots)) return slots;
    if (slots.fileset === undefined && slots.filesystem === undefined)
      return ask("thing", "A snapshot of what: which fileset, or which filesystem?", slots);
    const filesystem = yield* oneFilesystem(slots, world, text(slots.fileset));
    if (isEnding(filesystem)) return filesystem;
    const { fileset, expires, plan } = slots;
    let { snapshot } = slots;
    if (snapshot === undefined) {
      const results = yield [call("snapshot_list", given({ filesystem, fileset }))];
      snapshot = freeName(text(fileset) ?? filesystem, results[0]?.data?.snapshots);
      if (snapshot === undefined)
        return ask("snapshot", "What should the snapshot be called?", { ...slots, filesystem });
    }
    const write = call("snapshot_create", given({ filesystem, snapshot, fileset, expires, plan }));
    return { end: "show", results: yield [write] };
  },
};

/**
 * A name for a snapshot that was given none: the owner's name and the next number that is free. No clock is read,
 * so the same conversation leads to the same name. Undefined where the snapshots there are could not be read.
 */
function freeName(owner: string, snapshots: unknown): string | undefined {
  if (!Array.isArray(snapshots)) return undefined;
  const taken = new Set(
    snapshots.map((row) => String(row?.snapshot ?? row?.name ?? row?.snapshotName)),
  );
  for (let n = 1; n <= taken.size + 1; n++)
    if (!taken.has(`${owner}-snap-${n}`)) return `${owner}-snap-${n}`;
  return undefined;
}

const remove: Card = {
  name: "delete a snapshot",
  effect: "destroys",
  examples: ["delete the snapshot before-upgrade of projects on fs1"],
  heads: [
    "<delete> [the|a] [global] <snapshot> [<called>] {snapshots:names}",
    "<delete> [the] [global] <snapshots> [<called>] [:] {snapshots:names}",
    "<delete> [the] (@set-noun | @thing) 's <snapshot> {snapshots:names}",
    "<delete> {thing:its} <snapshot> {snapshots:names}",
    "+2 <delete> [the|a] <snapshot>",
  ],
  adjuncts: [
    ...IN,
    "(of|for|from) @set-noun",
    "(of|for|from) @thing",
    "(of|for|from) [the] {fileset:bare} <fileset>",
  ],
  go(slots, world) {
    if (slots.snapshots === undefined)
      return asking("snapshots", "Which snapshot? Say its name.", slots);
    return snapshotDelete(slots, world);
  },
};

function* snapshotDelete(given_: Slots, world: World): ReturnType<Card["go"]> {
  // Without an owner it is a snapshot of the fileset just spoken of, if any: to guess there would be dangerous.
  const said = given_.thing ?? given_.fileset ?? given_.filesystem ?? given_.scoped;
  if (said === undefined)
    return ask("thing", "Of which fileset or filesystem is it a snapshot?", given_);
  if (said === IT && world.focus.filesystem === undefined) return say(NOTHING_NAMED);
  const found = yield* whichThing(given_, world);
  if (isEnding(found)) return found;
  const slots = settle(found, world);
  if (isEnding(slots)) return slots;
  const filesystem = yield* oneFilesystem(slots, world, text(slots.fileset));
  if (isEnding(filesystem)) return filesystem;
  const { fileset, snapshots, plan } = slots;
  const names = typeof snapshots === "string" ? [snapshots] : snapshots;
  const write = call("snapshot_delete", given({ filesystem, snapshots: names, fileset, plan }));
  return { end: "show", results: yield [write] };
}

export const SNAPSHOT_WRITES: readonly Card[] = [create, remove];
