import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { RecorderFailure } from "../../tools/recorder/surface/failure.ts";

/** The programs that can record, the preferred one first, with the Debian packages that hold them. */
const PROGRAMS = [
  ["sox", "sox and libsox-fmt-all"],
  ["arecord", "alsa-utils and libasound2-plugins"],
] as const;
export type RecorderProgram = (typeof PROGRAMS)[number][0];

/** Which program records here: the one that was asked for, or what is there. Throws `no_microphone` naming a package. */
export async function findRecorder(
  asked: RecorderProgram | "auto",
  path: string,
): Promise<RecorderProgram> {
  const wanted = PROGRAMS.filter(([program]) => asked === "auto" || program === asked);
  for (const [program] of wanted) if (await isInPath(program, path)) return program;
  const [first, ...more] = wanted.map(([, packages]) => packages);
  throw new RecorderFailure(
    "no_microphone",
    `No program that records is installed (${wanted.map(([program]) => program).join(" or ")}).`,
    {
      detail: `Install ${first}${more.map((other) => ` or ${other}`).join("")}, such as by: apt-get install ${(first ?? "").replace(" and ", " ")}`,
    },
  );
}

async function isInPath(program: string, path: string): Promise<boolean> {
  for (const folder of path.split(delimiter)) {
    if (folder === "") continue;
    const isThere = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}
