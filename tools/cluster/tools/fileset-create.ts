import { z } from "zod";
import { type Call, defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { Fact } from "../../kit/plan.ts";
import { humanBytes, parseBytes } from "../../kit/sizes.ts";
import type { ClusterClient } from "../client.ts";
import type { Filesystem } from "../contract-objects.ts";
import { createIntent, linkIntent, quotaIntent } from "../fileset-requests.ts";
import { FilesetState, filesetState } from "../fileset-state.ts";
import { comment, fileset, filesetName, filesystem, junction, size, whole } from "../inputs.ts";
import { junctionPath } from "../junction.ts";
import { aroundFilesystem, maybeFileset, maybeQuota, theFileset } from "../lookup.ts";
import { effect, readBack } from "../read-back.ts";

const input = z.object({
  filesystem,
  fileset,
  path: junction.optional().describe("Default: mount point/name"),
  link: z.boolean().optional().describe("Default true"),
  quota: size.optional().describe("Hard limit: 10G"),
  soft_quota: size.optional().describe("Soft limit"),
  comment,
  owner: z
    .string()
    .regex(/^[\w.\\@-]+(:[\w.\\@-]+)?$/)
    .optional()
    .describe("user:group"),
  permissions: z
    .string()
    .regex(/^[0-7]{3,4}$/)
    .optional()
    .describe("770"),
  inode_space: filesetName
    .optional()
    .describe("new (independent, allows snapshots) or a parent fileset"),
  max_inodes: whole(1, 1e12).optional().describe("With new"),
});

export const filesetCreate = (cluster: ClusterClient) =>
  defineWrite({
    name: "fileset_create",
    title: "Create fileset",
    description: "Create a fileset, link it and set its quota, in one plan.",
    effect: "changes",
    input,
    output: FilesetState,

    async plan(args, call) {
      const { filesystem: fs, fileset: name } = args;
      const found = await aroundFilesystem(cluster, fs, call);
      if (await maybeFileset(cluster, fs, name, call))
        throw new HubError("bad-input", `${fs} already has a fileset ${name}.`, {
          advice: "Take another name, or change that one with fileset_update, _link or quota_set.",
        });
      if (args.max_inodes !== undefined && args.inode_space !== "new")
        throw new HubError("bad-input", "max_inodes needs inode_space: new.");
      const path = junctionOf(args, found);
      const limits = limitsOf(args);
      const intents = [
        createIntent(fs, name, args),
        ...(path === undefined ? [] : [linkIntent(fs, name, path)]),
        ...(limits ? [quotaIntent(fs, "fileset", name, limits)] : []),
      ];
      const requests = [];
      for (const intent of intents) requests.push(await cluster.prepare(intent, call));
      const steps = [
        `Create the ${args.inode_space === "new" ? "independent " : ""}fileset ${name} on ${fs}`,
        path === undefined ? "leave it unlinked" : `link it at ${path}`,
        ...(limits ? [`limit it to ${limitWords(limits)}`] : []),
      ];
      return {
        sentence: `${listWords(steps)}.`,
        target: { kind: "fileset", name, within: fs },
        requests,
        facts: facts(found, limits !== undefined),
        bound: { filesystem: found.uuid || found.name, mount: found.mountPoint, fileset: null },
      };
    },

    send: cluster.send,

    async check(args, _sent, call) {
      return readState(cluster, args, call);
    },

    tell: (state) => ({
      say: `Created ${state.fileset}, ${state.path ? `linked at ${state.path}` : "not linked"}${state.quota ? `, limited to ${state.quota.human}` : ""}. ${effect(state.effective)}`,
    }),
  });

type Args = z.output<typeof input>;

async function readState(cluster: ClusterClient, args: Args, call: Call) {
  const { filesystem: fs, fileset: name } = args;
  const limits = limitsOf(args);
  const { seen, effective } = await readBack(
    cluster,
    call,
    async () => ({
      ...(await theFileset(cluster, fs, name, call)),
      quota: limits ? await maybeQuota(cluster, fs, "fileset", name, call) : undefined,
    }),
    ({ fileset: found, quota }) =>
      found.linked === (args.link !== false) &&
      (!limits || (quota?.hard === limits.hard && quota.soft === limits.soft)),
  );
  return filesetState(seen.fileset, seen.quota, effective);
}

function junctionOf(args: Args, found: Filesystem): string | undefined {
  if (args.link !== false) return junctionPath(found, args.fileset, args.path);
  if (args.path === undefined) return undefined;
  throw new HubError("bad-input", "A path is for a linked fileset, and link is false.");
}

function limitsOf(args: Args) {
  if (args.quota === undefined && args.soft_quota === undefined) return undefined;
  const kib = (text: string | undefined) => Math.ceil(parseBytes(text ?? "0") / 1024) * 1024;
  const hard = kib(args.quota);
  const soft = kib(args.soft_quota);
  if (hard > 0 && soft > hard)
    throw new HubError("bad-input", "The soft limit is above the hard limit.");
  return { hard, soft, filesHard: 0, filesSoft: 0 };
}

function limitWords({ hard, soft }: { hard: number; soft: number }): string {
  if (hard === 0) return `${humanBytes(soft)} (soft)`;
  return soft === 0 ? humanBytes(hard) : `${humanBytes(hard)} (soft limit ${humanBytes(soft)})`;
}

function listWords(steps: string[]): string {
  const last = steps.at(-1) ?? "";
  return steps.length === 1 ? last : `${steps.slice(0, -1).join(", ")} and ${last}`;
}

function facts(found: Filesystem, withQuota: boolean): Fact[] {
  const mounted = found.mounted ? `${found.mountPoint} on ${found.nodes.length} nodes` : "nowhere";
  const unenforced = withQuota && !found.enforced.some((kind) => /^fileset$/i.test(kind));
  return [
    { label: `${found.name} is mounted`, value: mounted, ...(found.mounted ? {} : { risk: true }) },
    ...(unenforced
      ? [{ label: "quotas of filesets", value: `not enforced on ${found.name}`, risk: true }]
      : []),
  ];
}
