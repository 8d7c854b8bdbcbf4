import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import type { Gates } from "../kit/gates.ts";
import type { PlannedRequest } from "../kit/plan.ts";
import { readFileset } from "./contract-objects.ts";
import { at, objectIn, textOf } from "./object-paths.ts";
import { parsePath, pathOf } from "./paths.ts";
import type { Every } from "./reading.ts";

type Fileset = ReturnType<typeof readFileset>;

/**
 * Holds what a writing request reaches without naming it against the path rules: a policy may move or delete the files
 * of every fileset, what is linked inside a directory goes with it, and a new junction is an entry in the directory
 * above. Reads the filesets only where a rule is set. Throws HubError `not-allowed`; what the rules hide is not named.
 */
export async function judgeInside(
  request: PlannedRequest,
  paths: Gates["paths"],
  every: Every,
  call: Call,
): Promise<void> {
  if (!paths.set) return;
  const [kind, fs = "", of = "", named = "", below = ""] = parsePath(request.path);
  if (kind !== "filesystems" || fs === "") return;
  const filesets = async (): Promise<Fileset[]> => {
    const { items, capped } = await every(pathOf("filesystems", fs, "filesets"), call);
    if (capped) throw refusal(`${fs} has more filesets than can be held against`);
    return items.map(readFileset);
  };
  const refused = ({ name }: Fileset) => paths.refuse([at.fileset(fs, name)]) !== undefined;

  if (/^polic(?:y|ies)$/.test(of)) {
    if ((await filesets()).some(refused)) throw refusal(`A fileset of ${fs} is kept from here by`);
    return;
  }
  if (of !== "filesets") return;
  const [name = "", verb] = named.split(":");
  if (verb === "unlink" || (request.method === "DELETE" && /^(?:link)?$/.test(below))) {
    const all = await filesets();
    const top = all.find((one) => one.name === name)?.path;
    if (top && all.some((one) => one.path.startsWith(`${top}/`) && refused(one)))
      throw refusal(`A fileset linked inside ${name} is kept from here by`);
  }
  const junction = textOf(objectIn(request.body), "path", "junction_path");
  if (junction === "") return;
  const around = (await filesets())
    .filter((one) => one.path !== "" && junction.startsWith(`${one.path}/`))
    .reduce<Fileset | undefined>((a, b) => (a && a.path.length > b.path.length ? a : b), undefined);
  // Deny rules alone: most who allow a few filesets mean them to be linked in the root fileset, which they do not name.
  if (around && paths.denies(at.fileset(fs, around.name)))
    throw refusal(`The directory above ${junction} is kept from here by`);
}

const refusal = (what: string) =>
  new HubError("not-allowed", `${what} the operator's path rules.`, {
    advice: "Work on another object, or ask the operator.",
  });
