import type { Card } from "../card.ts";
import { call, everywhere, given, isEnding, once, settle, text, whichThing } from "../resolve.ts";
import { asFilesystem, listing } from "./listing.ts";

const LINK_STATE = [
  "{status=unlinked} (which|that) (are not linked|are unlinked|aren't linked|have no link)",
  "{status=linked} (which|that) are linked",
  "{status=unlinked} (are not linked|aren't linked|are unlinked|not linked|without a link)",
  "{status=linked} are linked",
];

const filesystems: Card = {
  name: "list filesystems",
  effect: "reads",
  examples: ["list the filesystems"],
  heads: listing("<filesystems>"),
  adjuncts: ["(on|in|of) (the|this) cluster"],
  about: { filesystems: 3, mounted: 1 },
  go: () => once("filesystem_list"),
};

const filesystem: Card = {
  name: "show a filesystem",
  effect: "reads",
  examples: ["show the filesystem fs1"],
  heads: [
    "[<show>] [me|us] [all about|about|details of|the details of] [the] <filesystem> [<called>] {filesystem:name} [in detail]",
    "(tell me|what do you know) about [the] <filesystem> [<called>] {filesystem:name}",
    "[<show>] [me|us] [all about|about|the] {filesystem:bare} <filesystem>",
    "is [the] [<filesystem>] {filesystem:name} mounted",
    "where is [the] [<filesystem>] {filesystem:name} mounted",
    "(which|what) nodes mount [the] [<filesystem>] {filesystem:name}",
    "[<show>] [me] [the] mount (state|point|status) of [the] [<filesystem>] {filesystem:name}",
    "(what|which) is the mount (state|point|status) of [the] [<filesystem>] {filesystem:name}",
  ],
  go: (slots) => once("filesystem_list", given({ filesystem: slots.filesystem })),
};

const filesets: Card = {
  name: "list filesets",
  effect: "reads",
  examples: ["list the filesets of fs1", "show the unlinked filesets on fs1"],
  heads: [
    ...listing("<filesets>"),
    ...listing("{status=unlinked} (unlinked|detached) <filesets>"),
    ...listing("{status=linked} (linked|attached) <filesets>"),
    "[<show>] [me] [the] <fileset> list",
    "<show> [me|us] (every|each|all) [single] <fileset>",
    "+1 what (is|do we have) (on|in) [the] [<filesystem>] {filesystem:name}",
    "(what|which) <filesets> ~ (is|are) {status=unlinked} (not linked|unlinked)",
    "(what|which) <filesets> ~ (is|are) {status=linked} linked",
    "(find|search) [for] [@all] <filesets> (called|named) [like] {name_contains:name}",
  ],
  adjuncts: [
    "@of-fs",
    ...LINK_STATE,
    "(with|containing|that have|having|which have) {name_contains:name} in (the|their|its) (name|names)",
    "(whose|where the) (name|names) (contains|contain|includes|include|has|have|starts with|start with|matches|match|is like|are like) {name_contains:name}",
    "(named|called) [something] like {name_contains:name}",
    "(starting|beginning) with {name_contains:name}",
    "(matching|containing|like) {name_contains:name}",
  ],
  about: { filesets: 3 },
  go: (slots, world) =>
    everywhere(asFilesystem(slots), world, (filesystem) =>
      call(
        "fileset_list",
        given({ filesystem, status: slots.status, name_contains: slots.name_contains }),
      ),
    ),
};

const fileset: Card = {
  name: "show a fileset",
  effect: "reads",
  examples: ["show the fileset projects on fs1"],
  heads: [
    "[<show>] [me|us] [all about|about|details of|the details of|details for|more about] @set-noun [in detail]",
    "(tell me|what do you know) about @set-noun",
    "(details|detail|info|information|facts) (of|for|about|on) @set",
    "<show> [me|us] [the] (details|info|information) (of|for|about|on) @set",
    "(where|is|how) is @set-noun [linked]",
    "where is @set linked",
    "is @set linked",
    "+1 (@set-noun | {fileset:bare}) is linked",
    "does @set-noun exist",
    "[<show>] [me] [the] {fileset:bare} <fileset>",
    "+1 <show> [me|us] [about] (@thing | it) ~",
    "+1 tell me about (@thing) ~",
    "<show> [me] {fileset:it}",
  ],
  adjuncts: ["@fs", "@of-fs"],
  *go(given_, world) {
    const found = yield* whichThing(given_, world);
    if (isEnding(found)) return found;
    const slots = settle(found, world);
    if (isEnding(slots)) return slots;
    if (slots.fileset === undefined)
      return yield* once("filesystem_list", given({ filesystem: slots.filesystem }));
    return yield* everywhere(slots, world, (filesystem) =>
      call("fileset_get", given({ filesystem, fileset: slots.fileset })),
    );
  },
};

const capacity: Card = {
  name: "show capacity",
  effect: "reads",
  examples: ["how full is fs1?", "show the storage pools"],
  heads: [
    ...listing("<pools>"),
    ...listing("<disks>"),
    ...listing("(<pools>|<disks>) and (<pools>|<disks>)"),
    "how full (is|are) [the] [<filesystem>] {filesystem:name} <filesystem>",
    "how full (is|are) the <filesystem> [<called>] {filesystem:name}",
    "how full (is|are) <filesystem> {filesystem:name}",
    "how full (is|are) (@all <filesystems>|everything|it all|the cluster|the storage|the pools|we|the disks)",
    "how full (is|are) [the] [<fileset>] {fileset:bare} ~",
    "how full (is|are) the <fileset> [<called>] {fileset:name} ~",
    "how full is @thing",
    "how (much|many) [free] [disk|storage] (space|capacity|room|storage) (is left|is free|is there|is available|do we have|do we have left|is used|remains|is still free) [(on|in) @thing]",
    "how (much|many) [free] [disk|storage] (space|capacity|room|storage) does @thing have [left]",
    "how much (space|capacity|room|storage) does @thing use",
    "how (much|many) (space|capacity|room|storage) (is left|is free|is used|remains) (on|in|of) [the] <filesystem> {filesystem:name}",
    "+1 [<show>] [me] [the] [pool|pools|storage|disk|free|used] (capacity|usage|space|fill level) [of|on|in|for] [(@thing | [the] <filesystem> {filesystem:name})]",
    "(what|how) is [the] [pool|storage|disk|free|used] (capacity|usage|space) (of|on|in|for) (@thing | [the] <filesystem> {filesystem:name})",
    "(pool|pools) (capacity|usage) (of|on|in|for) [the] [<filesystem>] {filesystem:name}",
    "is @thing (full|nearly full|almost full)",
    "[<show>] [me] [the] (capacity|usage) by pool",
    "<show> [me] [the] <disk> {disk:name}",
    "(how|what) is [the] <disk> {disk:name}",
  ],
  adjuncts: ["@of-fs", "(and|with) [their] (capacity|usage|health|status|space)"],
  about: { pools: 3, disks: 3, full: 3, capacity: 3, space: 2, free: 1 },
  *go(slots, world) {
    if (slots.disk !== undefined) return yield* once("storage_list", given({ disk: slots.disk }));
    const found = yield* whichThing(
      { ...slots, ...(slots.fileset ? { thing: slots.fileset } : {}) },
      world,
    );
    if (isEnding(found)) return found;
    const name = text(found.thing) === undefined ? text(found.fileset) : undefined;
    if (name === undefined || found.filesystem === name)
      return yield* once("storage_list", given({ filesystem: found.filesystem }));
    return yield* everywhere(found, world, (filesystem) =>
      call("quota_list", { filesystem, kind: "fileset", name }),
    );
  },
};

export const STORAGE_READS: readonly Card[] = [
  filesystems,
  filesystem,
  filesets,
  fileset,
  capacity,
];
