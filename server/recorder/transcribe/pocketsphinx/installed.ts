import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Readiness } from "../transcriber.ts";

const PROGRAM = "pocketsphinx_batch";
const INSTALL = "sudo apt-get install pocketsphinx pocketsphinx-en-us";
const MODEL_FOLDERS = [
  "/usr/share/pocketsphinx/model/en-us",
  "/usr/local/share/pocketsphinx/model/en-us",
];
const MODEL_FILES = ["en-us/mdef", "en-us.lm.bin", "cmudict-en-us.dict"];

/** Where to look: folders of programs as in PATH, and folders that may hold the model. */
export type Places = { path: string; modelFolders?: readonly string[] | undefined };

type Missing = Extract<Readiness, { state: "missing" }>;
export type Installed = { program: string; model: string };

/** The engine and its model on this machine, or what brings them. */
export async function findPocketsphinx(places: Places): Promise<Installed | Missing> {
  const program = await first(
    places.path.split(delimiter).map((folder) => join(folder, PROGRAM)),
    (path) => isThere(path, constants.X_OK),
  );
  if (!program) return missing(`The speech engine ${PROGRAM} is not installed.`);
  const model = await first(places.modelFolders ?? MODEL_FOLDERS, async (folder) => {
    const there = await Promise.all(MODEL_FILES.map((file) => isThere(join(folder, file))));
    return there.every(Boolean);
  });
  if (!model) return missing("The speech engine's English model is not installed.");
  return { program, model };
}

function missing(reason: string): Missing {
  return { state: "missing", reason, install: INSTALL };
}

async function first(
  candidates: readonly string[],
  fits: (candidate: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const candidate of candidates) if (await fits(candidate)) return candidate;
  return undefined;
}

async function isThere(path: string, mode = constants.R_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
