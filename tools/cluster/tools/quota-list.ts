import { z } from "zod";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { page } from "../../kit/page.ts";
import { parseBytes } from "../../kit/sizes.ts";
import { table } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { part, text } from "../contract.ts";
import type { Quota } from "../contract-objects.ts";
import { cursor, filesystem, limit, shortText } from "../inputs.ts";
import { aroundFilesystem, quotasOf } from "../lookup.ts";
import { quotaKind } from "../object-paths.ts";
import { countWords, LIST, listEnd, present, Size, size } from "../outputs.ts";
import { pathOf } from "../paths.ts";
import { fullness } from "../quota-state.ts";

const Default = part({
  quotaType: text,
  filesetName: text,
  blockSoftLimit: text,
  blockHardLimit: text,
  entryType: text,
});

export const quotaList = (cluster: ClusterClient) =>
  defineRead({
    name: "quota_list",
    title: "List quotas",
    description: "Quotas with use and limits, fullest first.",
    input: z.object({
      filesystem,
      kind: z.enum(["user", "group", "fileset"]).optional().describe("Only these"),
      name: shortText(255).optional().describe("Only this owner"),
      show: z.enum(["quotas", "defaults", "management"]).optional().describe("Default: quotas"),
      limit,
      cursor,
    }),
    output: z.object({
      filesystem: z.string(),
      quotas: z
        .array(
          z.object({
            kind: z.string(),
            name: z.string(),
            fileset: z.string().optional(),
            used: Size.optional(),
            soft: Size.optional(),
            hard: Size.optional(),
            percent: z.number().optional(),
            files: z.number().optional(),
          }),
        )
        .optional(),
      management: z.string().optional(),
      ...LIST,
    }),
    async run(args, call) {
      const { filesystem: fs, kind, name } = args;
      await aroundFilesystem(cluster, fs, call);
      if (args.show === "defaults") return defaults(cluster, fs, call);
      if (args.show === "management") return management(cluster, fs, call);
      const which = present({ kind, name });
      const listed = await quotasOf(cluster, fs, which, call);
      const shown = page(listed.quotas, fullestFirst, { ...args, bytes: 8_000 });
      return { filesystem: fs, quotas: shown.items.map(row), ...listEnd(shown, listed) };
    },
    tell(found) {
      const words = { total: found.total, truncated: found.truncated, cursor: found.cursor };
      if (found.management)
        return { say: `Quotas of ${found.filesystem} are kept by: ${found.management}.` };
      const quotas = found.quotas ?? [];
      return {
        say: `${countWords("quota", quotas.length, { ...words, hidden: found.hidden }, found.filesystem)}.`,
        data: table(
          ["kind", "name", "used", "hard", "full", "soft", "files"],
          quotas.map((q) => [
            q.kind,
            q.name,
            q.used?.human,
            q.hard?.human,
            q.percent === undefined ? "" : `${q.percent} %`,
            q.soft?.human,
            q.files,
          ]),
        ),
      };
    },
  });

/** A key that sorts the fullest first, then those without a limit by name. */
function fullestFirst(quota: Quota): string {
  const full = Math.min(fullness(quota) ?? 0, 99_999);
  return `${String(1_000_000 - Math.round(full * 10)).padStart(7, "0")} ${quota.kind} ${quota.name} ${quota.fileset}`;
}

function row(quota: Quota) {
  const limit = (bytes: number) => (bytes === 0 ? undefined : size(bytes));
  return {
    kind: quota.kind,
    name: quota.name,
    ...present({
      fileset: quota.kind === "fileset" ? undefined : quota.fileset || undefined,
      used: quota.used === undefined ? undefined : size(quota.used),
      soft: limit(quota.soft),
      hard: limit(quota.hard),
      percent: fullness(quota),
      files: quota.files,
    }),
  };
}

async function defaults(cluster: ClusterClient, fs: string, call: Call) {
  const listed = await cluster.list(pathOf("filesystems", fs, "quotadefaults"), {}, call);
  const rows = listed.items.map((item) => {
    const found = Default.parse(item);
    const limit = (text: string) => (parseBytes(text) === 0 ? undefined : size(parseBytes(text)));
    return {
      kind: quotaKind(found.quotaType),
      name: found.entryType === "DEFAULT_OFF" ? "(default, off)" : "(default)",
      ...present({
        soft: limit(found.blockSoftLimit || "0"),
        hard: limit(found.blockHardLimit || "0"),
      }),
    };
  });
  return { filesystem: fs, quotas: rows.slice(0, 40), ...listEnd(whole(rows), listed) };
}

async function management(cluster: ClusterClient, fs: string, call: Call) {
  const listed = await cluster.list(pathOf("filesystems", fs, "quotamanagement"), {}, call);
  const words = listed.items.map((item) => part({ quota: text }).parse(item).quota);
  return {
    filesystem: fs,
    management: words.join(", ") || "not said",
    ...listEnd(whole(words), listed),
  };
}

const whole = (rows: unknown[]) => ({ total: rows.length, truncated: rows.length > 40 });
