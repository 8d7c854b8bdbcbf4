import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import { quoted } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { type Fileset, readFileset } from "../contract-objects.ts";
import { contains, equals, parseFilter } from "../filter.ts";
import { cursor, filesystem, limit, shortText } from "../inputs.ts";
import { filesystemNames, missing } from "../lookup.ts";
import { countWords, LIST, listEnd, present } from "../outputs.ts";
import { pathOf } from "../paths.ts";

const COLUMNS = ["status", "path", "comment", "independent"] as const;

const FIELDS = "config.path,config.status,config.comment,config.isInodeSpaceOwner";

export const filesetList = (cluster: ClusterClient) =>
  defineRead({
    name: "fileset_list",
    title: "List filesets",
    description: "Filesets of a filesystem. Fullness: quota_list.",
    input: z.object({
      filesystem,
      name_contains: shortText(255).optional().describe("Part of the name"),
      status: z.enum(["linked", "unlinked"]).optional().describe("Only these"),
      filter: shortText(1000).optional().describe("config.inodeSpace=2,config.comment='''tmp.*'''"),
      fields: shortText(100).optional().describe(COLUMNS.join(",")),
      limit,
      cursor,
    }),
    output: z.object({
      filesystem: z.string(),
      filesets: z.array(
        z.object({
          name: z.string(),
          status: z.string().optional(),
          path: z.string().optional(),
          comment: z.string().optional(),
          independent: z.boolean().optional(),
        }),
      ),
      ...LIST,
    }),
    async run(args, call) {
      const { filesystem: fs, name_contains: part, status } = args;
      const columns = columnsOf(args.fields);
      const filter = [
        ...(part === undefined ? [] : [contains("filesetName", part)]),
        ...(status === undefined ? [] : [equals("config.status", capital(status))]),
        ...(args.filter === undefined ? [] : parseFilter(args.filter)),
      ];
      const path = pathOf("filesystems", fs, "filesets");
      const listed = await cluster
        .list(path, { fields: FIELDS, filter }, call)
        .catch(async (thrown: unknown) => {
          if (!(thrown instanceof HubError) || thrown.problem !== "not-found") throw thrown;
          throw missing("filesystem", fs, await filesystemNames(cluster, call));
        });
      // A cluster that passes over a filter in silence shall not make the answer wrong.
      const found = listed.items
        .map(readFileset)
        .filter((f) => part === undefined || f.name.includes(part))
        .filter((f) => status === undefined || f.linked === (status === "linked"));
      const shown = page(
        found.map((f) => row(f, columns)),
        (f) => f.name,
        args,
      );
      return { filesystem: fs, filesets: shown.items, ...listEnd(shown, listed) };
    },
    tell: (found) => ({
      say: `${countWords("fileset", found.filesets.length, found, found.filesystem)}.`,
      data: table(
        ["fileset", "status", "path", "independent", "comment"],
        found.filesets.map((f) => [f.name, f.status, f.path, f.independent, f.comment]),
      ),
    }),
  });

/** The columns to answer; all of them where none is named. */
function columnsOf(fields: string | undefined): ReadonlySet<string> {
  const names = fields?.split(",").map((name) => name.trim()) ?? COLUMNS;
  const all: readonly string[] = ["name", ...COLUMNS];
  for (const name of names)
    if (!all.includes(name))
      throw new HubError("bad-input", `There is no field ${quoted(name)} here.`, {
        advice: "fileset_get and endpoint_read show more.",
        alternatives: [...all],
      });
  return new Set(names);
}

function row(f: Fileset, columns: ReadonlySet<string>) {
  const all = {
    status: f.status || undefined,
    path: f.path || undefined,
    comment: f.comment || undefined,
    independent: f.independent,
  };
  const kept = Object.entries(all).filter(([name]) => columns.has(name));
  return { name: f.name, ...present(Object.fromEntries(kept) as Partial<typeof all>) }; // a part of `all`
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
