import { z } from "zod";
import { type Call, defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { PlannedRequest } from "../../kit/plan.ts";
import type { ClusterClient } from "../client.ts";
import { Gone, goneWords } from "../gone.ts";
import { fileset, filesystem, snapshotName } from "../inputs.ts";
import { aroundFilesystem, missing, type Snapshot, snapshotsOf, theFileset } from "../lookup.ts";
import { pathOf } from "../paths.ts";
import { readBack } from "../read-back.ts";

export const snapshotDelete = (cluster: ClusterClient) =>
  defineWrite({
    name: "snapshot_delete",
    title: "Delete snapshots",
    description: "Delete snapshots of a fileset, or without one global ones.",
    effect: "destroys",
    input: z.object({
      filesystem,
      snapshots: z.array(snapshotName).min(1).max(100).describe("Names"),
      fileset: fileset.optional(),
    }),
    output: Gone,

    async plan({ filesystem: fs, fileset: of, snapshots: wanted }, call) {
      const around = await aroundFilesystem(cluster, fs, call);
      const within =
        of === undefined ? undefined : (await theFileset(cluster, fs, of, call)).fileset;
      const names = [...new Set(wanted)];
      const { snapshots } = await snapshotsOf(cluster, fs, of, call);
      const found = names.map((name) => {
        const one = snapshots.find((s) => s.name === name);
        if (!one)
          throw missing(
            "snapshot",
            name,
            snapshots.map((s) => s.name),
          );
        return one;
      });
      const kept = found.filter((s) => isKept(s, cluster.now()));
      if (kept.length > 0)
        throw new HubError("bad-input", `Not expired yet: ${kept.map((s) => s.name).join(", ")}.`, {
          advice: "The cluster keeps a snapshot until its expiry time; leave these out.",
        });
      const what = of === undefined ? `the filesystem ${fs}` : `the fileset ${of} of ${fs}`;
      return {
        sentence: `Delete ${names.length === 1 ? "the snapshot" : `${names.length} snapshots`} ${names.join(", ")} of ${what}.`,
        target:
          names.length === 1
            ? {
                kind: "snapshot",
                name: names[0] ?? "",
                within: of === undefined ? fs : `${fs}/${of}`,
              }
            : { kind: "snapshots of", name: of ?? fs, ...(of === undefined ? {} : { within: fs }) },
        requests: await requestsFor(cluster, fs, of, names, call),
        facts: found
          .slice(0, 12)
          .map((s) => ({ label: s.name, value: `taken ${s.created}`, risk: true })),
        bound: {
          filesystem: around.uuid || around.name,
          fileset: within?.id ?? null,
          snapshots: found.map((s) => `${s.id} ${s.name} ${s.created}`).sort(),
        },
      };
    },

    send: cluster.send,

    async check({ filesystem: fs, fileset: of, snapshots: wanted }, _sent, call) {
      const { effective } = await readBack(
        cluster,
        call,
        () => snapshotsOf(cluster, fs, of, call),
        ({ snapshots }) => !snapshots.some((s) => wanted.includes(s.name)),
      );
      return { effective, gone: [...new Set(wanted)] };
    },

    tell: (found) => goneWords(found),
  });

/**
 * Several of one fileset go as one batch, but only where the cluster is known to have that: v2 has no such
 * endpoint, and one confirmed request must not turn into several.
 */
async function requestsFor(
  cluster: ClusterClient,
  fs: string,
  of: string | undefined,
  names: string[],
  call: Call,
): Promise<PlannedRequest[]> {
  const batch = pathOf("filesystems", fs, "filesets", "snapshots:batchDelete");
  if (
    of !== undefined &&
    names.length > 1 &&
    (await cluster.choice("POST", batch, call)) === "v3"
  ) {
    const body = { snapshots: names.map((name) => ({ filesetName: of, snapshotName: name })) };
    const title = `delete ${names.length} snapshots of ${of}`;
    return [await cluster.prepare({ title, method: "POST", path: batch, body }, call)];
  }
  const requests: PlannedRequest[] = [];
  for (const name of names) {
    const path =
      of === undefined
        ? pathOf("filesystems", fs, "snapshots", name)
        : pathOf("filesystems", fs, "filesets", of, "snapshots", name);
    const title = `delete the snapshot ${name}`;
    requests.push(await cluster.prepare({ title, method: "DELETE", path }, call));
  }
  return requests;
}

function isKept(snapshot: Snapshot, now: number): boolean {
  const time = Date.parse(`${snapshot.expires.replace(" ", "T").replace(",", ".")}Z`);
  return !Number.isNaN(time) && time > now;
}
