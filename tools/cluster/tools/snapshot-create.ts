import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { ClusterClient } from "../client.ts";
import { clusterTime } from "../expiry.ts";
import { fileset, filesystem, shortText, snapshotName } from "../inputs.ts";
import { aroundFilesystem, snapshotsOf, theFileset } from "../lookup.ts";
import { present } from "../outputs.ts";
import { pathOf } from "../paths.ts";
import { effect, readBack } from "../read-back.ts";

export const snapshotCreate = (cluster: ClusterClient) =>
  defineWrite({
    name: "snapshot_create",
    title: "Create snapshot",
    description: "Of an independent fileset, or of the whole filesystem.",
    effect: "changes",
    input: z.object({
      filesystem,
      snapshot: snapshotName.describe("Name"),
      fileset: fileset.optional(),
      expires: shortText(40).optional().describe("Kept until 2027-01-31, or for 30d"),
    }),
    output: z.object({
      effective: z.boolean(),
      snapshot: z.string(),
      created: z.string().optional(),
      expires: z.string().optional(),
    }),

    async plan({ filesystem: fs, fileset: of, snapshot, expires }, call) {
      const found = await aroundFilesystem(cluster, fs, call);
      const within =
        of === undefined ? undefined : (await theFileset(cluster, fs, of, call)).fileset;
      if (within && !within.independent)
        throw new HubError("bad-input", `${of} is a dependent fileset and cannot have snapshots.`, {
          advice: "Snapshot the whole filesystem, or an independent fileset.",
        });
      const { snapshots } = await snapshotsOf(cluster, fs, of, call);
      if (snapshots.some((s) => s.name === snapshot))
        throw new HubError("bad-input", `There already is a snapshot ${snapshot} here.`);
      const until = expires === undefined ? undefined : clusterTime(expires, cluster.now());
      const what = of === undefined ? `the filesystem ${fs}` : `the fileset ${of} of ${fs}`;
      const request = await cluster.prepare(
        {
          title: `take the snapshot ${snapshot} of ${what}`,
          method: "POST",
          path: folder(fs, of),
          body: { snapshotName: snapshot, ...present({ expirationTime: until }) },
        },
        call,
      );
      return {
        sentence: `Take the snapshot ${snapshot} of ${what}${until ? `, which cannot be deleted before ${until}` : ""}.`,
        target: { kind: "snapshot", name: snapshot, within: of === undefined ? fs : `${fs}/${of}` },
        requests: [request],
        facts: [{ label: "snapshots there already", value: String(snapshots.length) }],
        bound: {
          filesystem: found.uuid || found.name,
          fileset: within?.id ?? null,
          snapshots: snapshots.map((s) => `${s.id} ${s.name}`).sort(),
        },
      };
    },

    send: cluster.send,

    async check({ filesystem: fs, fileset: of, snapshot }, _sent, call) {
      const { seen, effective } = await readBack(
        cluster,
        call,
        () => snapshotsOf(cluster, fs, of, call),
        ({ snapshots }) => snapshots.some((s) => s.name === snapshot),
      );
      const one = seen.snapshots.find((s) => s.name === snapshot);
      return {
        effective,
        snapshot,
        ...present({
          created: one?.created || undefined,
          expires: one?.expires || undefined,
        }),
      };
    },

    tell: (state) => ({
      say: `Took the snapshot ${state.snapshot}. ${effect(state.effective)}`,
    }),
  });

function folder(fs: string, of: string | undefined): string {
  return of === undefined
    ? pathOf("filesystems", fs, "snapshots")
    : pathOf("filesystems", fs, "filesets", of, "snapshots");
}
