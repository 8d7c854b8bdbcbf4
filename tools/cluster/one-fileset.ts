import type { Call } from "../kit/define-tool.ts";
import type { Plan } from "../kit/plan.ts";
import type { ClusterClient } from "./client.ts";
import { filesetBound, filesetFacts, type Surroundings, surroundings } from "./fileset-facts.ts";
import { filesetState } from "./fileset-state.ts";
import { theFileset } from "./lookup.ts";
import { readBack } from "./read-back.ts";

type Named = { filesystem: string; fileset: string };

/** A plan about one fileset: what hangs on it is read, shown and bound; `to` says what is to be done, or throws. */
export async function planFor(
  { filesystem, fileset }: Named,
  cluster: ClusterClient,
  call: Call,
  to: (found: Surroundings) => Promise<Pick<Plan, "sentence" | "requests">>,
): Promise<Plan> {
  const found = await surroundings(cluster, filesystem, fileset, call);
  return {
    ...(await to(found)),
    target: { kind: "fileset", name: fileset, within: filesystem },
    facts: filesetFacts(found),
    bound: filesetBound(found),
  };
}

/** The fileset as it is after it was linked or unlinked. */
export async function linkStateOf(
  { filesystem, fileset }: Named,
  linked: boolean,
  cluster: ClusterClient,
  call: Call,
) {
  const { seen, effective } = await readBack(
    cluster,
    call,
    () => theFileset(cluster, filesystem, fileset, call),
    (one) => one.fileset.linked === linked,
  );
  return filesetState(seen.fileset, undefined, effective);
}
