import type { Call, Card, World } from "../card.ts";
import {
  ask,
  asking,
  call,
  ending,
  given,
  isEnding,
  oneFilesystem,
  type Part,
  settle,
  text,
} from "../resolve.ts";
import type { Slots, SlotValue } from "../slots.ts";

type Input = (slots: Slots) => Record<string, SlotValue | undefined>;

/** A write on one fileset: its name and its filesystem are asked for where they are missing, then one call is made. */
function* onFileset(
  tool: string,
  given_: Slots,
  world: World,
  input: Input,
  question = "Which fileset?",
): ReturnType<Card["go"]> {
  const slots = settle(given_, world);
  if (isEnding(slots)) return slots;
  if (slots.fileset === undefined) return ask("fileset", question, slots);
  const filesystem = yield* oneFilesystem(slots, world, text(slots.fileset));
  if (isEnding(filesystem)) return filesystem;
  const write = call(
    tool,
    given({ filesystem, fileset: slots.fileset, ...input(slots), plan: slots.plan }),
  );
  return { end: "show", results: yield [write] };
}

const BUT = "[and|but]";
const create: Card = {
  name: "create a fileset",
  effect: "changes",
  examples: ["create a fileset called projects on fs1 with a 10 GiB quota"],
  heads: [
    "<create> [me|us] [@det] [new] ~ <fileset> ~ <called> [:] {fileset:any}",
    "<create> [me|us] [@det] [new] ~ <fileset> {fileset:name}",
    "[@det] [new] ~ <fileset> ~ <called> [:] {fileset:any}",
    "[a] new ~ <fileset> {fileset:name}",
    "<create> {fileset:bare} as [@det] [new] ~ <fileset>",
    "<create> {scoped:scoped} ~ [as] [@det] [new] <fileset>",
    "+2 <create> [me|us] [@det] [new] ~ <fileset>",
    "+2 [a] new <fileset>",
  ],
  adjuncts: [
    "@fs",
    "to [the] [<filesystem>] {filesystem:name} [<filesystem>]",
    "[with] [a|an] {quota:size} [hard] [block|storage|space|disk] <quota>",
    "[with|having|whose|give it|set] [a|an|the] [hard] [block|storage|space|disk] <quota> [of|is|to|:|=|at] [up to] {quota:size}",
    "[which is|that is] (limited to|capped at|restricted to|up to|with at most|with room for|with a maximum of|with a limit of|no larger than|with a size of|with size|size|of size|of up to|of at most|that can hold|that may hold|that holds at most|which can hold) [at most] {quota:size}",
    "[with] {quota:size} of [hard] (quota|space|storage|room|disk space)",
    "[of] {quota:size} [in size|large|big|max|at most|at the most|of space]",
    "[with|having] [a|an|the] soft <quota> [of|is|to|:|=|at] {soft_quota:size}",
    "[with] [a] {soft_quota:size} soft <quota>",
    `${BUT} (without linking it|without linking|without a link|unlinked|not linked|don't link it|do not link it|don't link|do not link it yet|don't link it yet|leave it unlinked|keep it unlinked|no link) {link=false}`,
    "[linked] (at|under|with path|with the path|path|linked to|and link it at|and link it to|and link it under|with junction path|with junction) [path|the path] [:|=] {path:path}",
    "(and link it|linked|and linked)",
    "[with|having] [the|a] (comment|description|note) [of|:|=|saying] {comment:text}",
    "(independent|with its own inode space|with an own inode space|with an inode space of its own) {inode_space=new}",
    "(dependent) {inode_space=root}",
    "(owned by|owner|with owner|with the owner|for owner) [user] [:|=] {owner:owner}",
    "[with] (permissions|mode|permission) [:|=] {permissions:mode}",
    "[with] [room for] [at most|up to|a maximum of|max] {max_inodes:count} (inodes|files)",
  ],
  *go(slots, world) {
    return yield* onFileset(
      "fileset_create",
      slots,
      world,
      ({
        quota,
        soft_quota,
        link,
        path,
        comment,
        inode_space,
        owner,
        permissions,
        max_inodes,
      }) => ({
        path,
        link,
        quota,
        soft_quota,
        comment,
        owner,
        permissions,
        // Only an independent fileset has an inode limit of its own.
        inode_space: inode_space ?? (max_inodes === undefined ? undefined : "new"),
        max_inodes,
      }),
      "What should the fileset be called?",
    );
  },
};

const PATH =
  "(at|to|under|as|with path|onto|path) [the] [path|junction|junction path] [:|=] {path:path}";
const link: Card = {
  name: "link a fileset",
  effect: "changes",
  examples: ["link projects on fs1", "link projects on fs1 at /gpfs/fs1/projects"],
  heads: ["<link> @set", "+2 <link> [the|a] <fileset>"],
  adjuncts: ["@fs", "into [the] [<filesystem>] {filesystem:name}", PATH, "[back] in", "again"],
  go: (slots, world) => onFileset("fileset_link", slots, world, ({ path }) => ({ path })),
};

const unlink: Card = {
  name: "unlink a fileset",
  effect: "changes",
  examples: ["unlink projects on fs1"],
  heads: ["<unlink> @set", "+2 <unlink> [the|a] <fileset>"],
  adjuncts: [
    "@fs",
    "(with force|by force|forcefully|forcibly|forced|even if it is busy|even if it is in use) {force=true}",
  ],
  go: (slots, world) => onFileset("fileset_unlink", slots, world, ({ force }) => ({ force })),
};

const update: Card = {
  name: "rename or change a fileset",
  effect: "changes",
  examples: [
    "rename projects on fs1 to archive",
    "set the comment of projects on fs1 to 'nightly'",
  ],
  heads: [
    "<rename> @set ~ (to|as|into) [the] [name] {new_name:any}",
    "<set> the name of @set ~ to {new_name:any}",
    "<set> @set 's name ~ to {new_name:any}",
    "<set> {fileset:its} name ~ to {new_name:any}",
    "(call|rename) @set ~ {new_name:any}",
    "<set> [the] (comment|description) (of|on|for) @set ~ (to|:|=) {comment:text}",
    "<set> @set 's (comment|description) ~ (to|:|=) {comment:text}",
    "<set> {fileset:its} (comment|description) ~ (to|:|=) {comment:text}",
    "<create> [the|a] comment {comment:text} to @set",
    "(<set>|<alter>) [the] (maximum|max|maximum number|number) [of] (inodes|files) (of|on|for) @set ~ (to|at) {max_inodes:count}",
    "+2 <rename> @set",
  ],
  adjuncts: ["@fs"],
  go(given_, world) {
    const { new_name, comment, max_inodes } = given_;
    if (new_name === undefined && comment === undefined && max_inodes === undefined)
      return asking("new_name", "What should its new name be?", given_);
    return onFileset("fileset_update", given_, world, (slots) => ({
      new_name: slots.new_name,
      comment: slots.comment,
      max_inodes: slots.max_inodes,
    }));
  },
};

const FORCE =
  "(with force|by force|forcefully|forcibly|even if it is linked|even if it has snapshots) {force=true}";
const remove: Card = {
  name: "delete a fileset",
  effect: "destroys",
  examples: ["delete the fileset projects on fs1"],
  heads: ["<delete> @set", "force <delete> @set {force=true}", "+2 <delete> [the|a] <fileset>"],
  adjuncts: ["@fs", FORCE],
  *go(given_, world) {
    const named = yield* deletable(given_, world);
    if (isEnding(named)) return named;
    return yield* onFileset("fileset_delete", named, world, ({ force }) => ({ force }));
  },
};

const NOT_FILESYSTEMS =
  "Deleting a whole filesystem is nothing I do by a sentence. If it has to be, it takes the endpoint itself " +
  "(DELETE /filesystems/…, through the tool endpoint_call), by someone who knows what is on it.";

/** "it" may be a snapshot, and a bare word a filesystem: neither is deleted as a fileset. */
function* deletable(slots: Slots, world: World): Part<Slots> {
  const { focus } = world;
  const { fileset } = slots;
  if (typeof fileset === "object") {
    if (focus.kind === "filesystem") return { end: "say", text: NOT_FILESYSTEMS };
    if (focus.kind === "fileset") return slots;
    if (focus.kind !== "snapshot" || focus.snapshot === undefined || focus.filesystem === undefined)
      return {
        end: "say",
        text: "Delete what? Say its name, such as: delete the fileset projects on fs1.",
      };
    const it = { filesystem: focus.filesystem, fileset: focus.fileset, plan: slots.plan };
    const write: Call = call("snapshot_delete", given({ ...it, snapshots: [focus.snapshot] }));
    return { end: "show", results: yield [write] };
  }
  const filesystem =
    slots.filesystem === undefined &&
    (world.filesystems.includes(String(fileset)) || /^(?:fs|gpfs)\d*$/i.test(String(fileset)));
  return filesystem ? { end: "say", text: NOT_FILESYSTEMS } : slots;
}

const filesystem: Card = {
  name: "delete a filesystem",
  effect: "reads",
  examples: [],
  heads: [
    "(<delete>|<create>|format|wipe|empty|clear) [@det] [all] [new] (<filesystem>|<filesystems>) [<called>] [{x:name}]",
    "(<delete>|format|wipe|empty|clear) [the|all] (cluster|<node>|<nodes>|<disk>|<disks>|<pools>) [{x:name}]",
  ],
  adjuncts: ["(on|in|from|of) {y:name}"],
  go: () =>
    ending(
      NOT_FILESYSTEMS.replace(
        "Deleting a whole filesystem",
        "Creating or removing filesystems, nodes, disks or pools",
      ).replace("DELETE /filesystems/…", "such as POST or DELETE /filesystems"),
    ),
};

export const FILESET_WRITES: readonly Card[] = [create, link, unlink, update, remove, filesystem];
