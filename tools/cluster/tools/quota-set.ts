import { z } from "zod";
import { type Call, defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { Fact } from "../../kit/plan.ts";
import { humanBytes, parseBytes } from "../../kit/sizes.ts";
import type { ClusterClient } from "../client.ts";
import { limitsBound } from "../fileset-facts.ts";
import { type Limits, quotaIntent } from "../fileset-requests.ts";
import { filesystem, shortText, size as sizeInput, whole } from "../inputs.ts";
import { aroundFilesystem, maybeQuota, type Quota, theFileset } from "../lookup.ts";
import { present, Size, size } from "../outputs.ts";
import { effect, readBack } from "../read-back.ts";

const count = whole(0, 1e15);

const input = z.object({
  filesystem,
  kind: z.enum(["user", "group", "fileset"]).optional().describe("Default fileset"),
  name: shortText(255)
    .refine((text) => /^[^/\p{C}.][^/\p{C}]*$/u.test(text), { error: "That is no name." })
    .describe("Fileset, user or group"),
  hard: sizeInput.optional().describe("10G; 0: none"),
  soft: sizeInput.optional().describe("8G; 0: none"),
  files_hard: count.optional().describe("Most files"),
  files_soft: count.optional().describe("Soft"),
});

type Args = z.output<typeof input>;

export const quotaSet = (cluster: ClusterClient) =>
  defineWrite({
    name: "quota_set",
    title: "Set quota",
    description: "Set limits; what is left out stays. Below present use it destroys.",
    effect: "changes",
    mayDestroy: true,
    input,
    output: z.object({
      effective: z.boolean(),
      kind: z.string(),
      name: z.string(),
      hard: Size.optional(),
      soft: Size.optional(),
      files_hard: z.number().optional(),
      files_soft: z.number().optional(),
      used: Size.optional(),
    }),

    async plan(args, call) {
      const { filesystem: fs, name, kind = "fileset" } = args;
      const around = await aroundFilesystem(cluster, fs, call);
      const fileset =
        kind === "fileset" ? (await theFileset(cluster, fs, name, call)).fileset : undefined;
      const before = await maybeQuota(cluster, fs, kind, name, call);
      const limits = wanted(args, before);
      const below = isBelowUse(limits, before);
      const intent = { ...quotaIntent(fs, kind, name, limits), destroys: below };
      return {
        sentence: `Set the quota of the ${kind} ${name} on ${fs} to ${limitWords(limits)}.`,
        target: { kind, name, within: kind === "fileset" ? fs : `${fs}/${kind}` },
        requests: [await cluster.prepare(intent, call)],
        facts: facts(before, below, around.enforced, kind),
        bound: {
          filesystem: around.uuid || around.name,
          fileset: fileset?.id ?? null,
          limits: limitsBound(before),
        },
      };
    },

    send: cluster.send,

    check: (args, _sent, call) => check(cluster, args, call),

    tell: (state) => ({
      say: `Set the quota of ${state.kind} ${state.name}: ${state.hard?.human ?? "no hard limit"}, soft ${state.soft?.human ?? "none"}. ${effect(state.effective)}`,
    }),
  });

async function check(cluster: ClusterClient, args: Args, call: Call) {
  const { filesystem: fs, name, kind = "fileset" } = args;
  const { seen, effective } = await readBack(
    cluster,
    call,
    () => maybeQuota(cluster, fs, kind, name, call),
    (quota) => quota !== undefined && same(wanted(args, quota), quota),
  );
  const limit = (bytes: number | undefined) => (bytes ? size(bytes) : undefined);
  return {
    effective,
    kind,
    name,
    ...present({
      hard: limit(seen?.hard),
      soft: limit(seen?.soft),
      files_hard: seen?.filesHard || undefined,
      files_soft: seen?.filesSoft || undefined,
      used: seen?.used === undefined ? undefined : size(seen.used),
    }),
  };
}

/** All four limits: the given ones, in whole KiB as the cluster counts, and the present ones for the rest. */
function wanted(args: Args, before: Quota | undefined): Limits {
  const { hard, soft, files_hard, files_soft } = args;
  if ([hard, soft, files_hard, files_soft].every((given) => given === undefined))
    throw new HubError("bad-input", "Give at least one of hard, soft, files_hard and files_soft.");
  const bytes = (text: string | undefined, now: number | undefined) =>
    text === undefined ? (now ?? 0) : Math.ceil(parseBytes(text) / 1024) * 1024;
  const limits = {
    hard: bytes(hard, before?.hard),
    soft: bytes(soft, before?.soft),
    filesHard: files_hard ?? before?.filesHard ?? 0,
    filesSoft: files_soft ?? before?.filesSoft ?? 0,
  };
  if (limits.hard > 0 && limits.soft > limits.hard)
    throw new HubError("bad-input", "The soft limit would be above the hard limit.", {
      advice: `The soft limit is ${humanBytes(limits.soft)}; give both.`,
    });
  if (limits.filesHard > 0 && limits.filesSoft > limits.filesHard)
    throw new HubError("bad-input", "The soft limit of files would be above the hard one.");
  return limits;
}

const same = (a: Limits, b: Limits) =>
  a.hard === b.hard &&
  a.soft === b.soft &&
  a.filesHard === b.filesHard &&
  a.filesSoft === b.filesSoft;

/** True where the owner could not write any more, or where nobody knows. */
function isBelowUse(limits: Limits, quota: Quota | undefined): boolean {
  if (quota?.used === undefined || quota.files === undefined) return true;
  const held = quota.used + quota.inDoubt;
  const files = quota.files + quota.filesInDoubt;
  const below = (limit: number, use: number) => limit > 0 && limit < use;
  return (
    below(limits.hard, held) ||
    below(limits.soft, held) ||
    below(limits.filesHard, files) ||
    below(limits.filesSoft, files)
  );
}

function limitWords(limits: Limits): string {
  const bytes = (limit: number) => (limit === 0 ? "no limit" : humanBytes(limit));
  const files =
    limits.filesHard + limits.filesSoft === 0
      ? ""
      : `, files ${limits.filesHard || "no limit"} hard, ${limits.filesSoft || "no limit"} soft`;
  return `${bytes(limits.hard)} hard, ${bytes(limits.soft)} soft${files}`;
}

function facts(quota: Quota | undefined, below: boolean, enforced: string[], kind: string): Fact[] {
  const limit = (bytes: number) => (bytes === 0 ? "none" : humanBytes(bytes));
  const word = { user: /^us(e)?r$/i, group: /^gr(ou)?p$/i, fileset: /^fileset$/i }[kind];
  return [
    {
      label: "used now",
      value:
        quota?.used === undefined
          ? "not known"
          : `${humanBytes(quota.used)}, ${quota.files ?? "?"} files`,
      risk: below,
    },
    {
      label: "limits now",
      value: quota ? `${limit(quota.hard)} hard, ${limit(quota.soft)} soft` : "not known",
    },
    ...(below
      ? [{ label: "writes", value: "would be stopped: the limit is below the use", risk: true }]
      : []),
    ...(enforced.length > 0 && word && !enforced.some((one) => word.test(one))
      ? [{ label: "quotas of this kind", value: "not enforced there", risk: true }]
      : []),
  ];
}
