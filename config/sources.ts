import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "dotenv";
import { z } from "zod";
import type { Environment } from "./places.ts";
import type { Findings, SettingProblem } from "./problems.ts";
import { SETTING_NAMES, settingOf, writtenNames } from "./schema.ts";

/** One place that settings come from. Of two places that name a setting, the first in the list counts. */
export type Source = {
  /** For people: "the environment", or the path of a file. */
  name: string;
  /** What relative paths in its `…_FILE` settings start from. */
  folder: string;
  values: Record<string, string>;
  /** True where every name has to be a setting, because the file is there for settings alone. */
  ours: boolean;
};

const ENVIRONMENT = "the environment";

export function isEnvironment(source: Source): boolean {
  return source.name === ENVIRONMENT;
}

export type SourcePlaces = {
  env: Environment;
  /** The working folder: relative `…_FILE` paths of the environment start here. Nothing else is read from it. */
  cwd: string;
  configFolder: string;
  /** The file of `--env-file`; unlike the others it has to be there. */
  envFile?: string;
};

/** Reads every source, in the order in which they count. What cannot be read is a problem, never an exception. */
export function readSources(places: SourcePlaces, found: Findings): Source[] {
  const fromEnvironment: Source = {
    name: ENVIRONMENT,
    folder: places.cwd,
    values: definedOnly(places.env),
    ours: false,
  };
  const envFiles = [
    ...(places.envFile === undefined ? [] : [{ path: places.envFile, needed: true }]),
    { path: join(places.configFolder, ".env"), needed: false },
  ];
  const sources = [fromEnvironment];
  for (const { path, needed } of envFiles) {
    const text = readSettingsFile(path, needed, found);
    if (text !== undefined) sources.push(source(path, parse(text), false, found));
  }
  const path = join(places.configFolder, "config.json");
  const text = readSettingsFile(path, false, found);
  if (text !== undefined)
    sources.push(source(path, readJson(text, path, found.problems), true, found));
  return sources;
}

function source(
  path: string,
  values: Record<string, string>,
  ours: boolean,
  { problems, warnings }: Findings,
): Source {
  const secret = SETTING_NAMES.find((name) => settingOf(name).secret && name in values);
  const readers = secret && otherReaders(path);
  if (readers)
    (readers === "everybody" ? problems : warnings).push({
      name: path,
      wrong: `holds ${secret} and can be read by ${readers} on this machine`,
      fix: `Run: chmod 600 ${path}`,
    });
  return { name: path, folder: dirname(path), values, ours };
}

function definedOnly(env: Environment): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) values[name] = value;
  return values;
}

function readSettingsFile(
  path: string,
  needed: boolean,
  { problems, files }: Findings,
): string | undefined {
  files.push(path);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (needed || (code !== "ENOENT" && code !== "ENOTDIR"))
      problems.push({
        name: path,
        wrong: `cannot be read (${code})`,
        fix: "Check its path and its mode.",
      });
    return undefined;
  }
}

const ConfigFile = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
);

/** `config.json`: an object of the same names as in the environment; patterns may be a list. */
function readJson(text: string, path: string, problems: SettingProblem[]): Record<string, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    problems.push({ name: path, wrong: "is not JSON", fix: "Mend it, or remove it." });
    return {};
  }
  const parsed = ConfigFile.safeParse(json);
  if (!parsed.success) {
    const fix = 'Write an object of settings: {"CLUSTER_URL": "https://…"}.';
    problems.push({ name: path, wrong: "does not hold settings", fix });
    return {};
  }
  const { $schema: _, ...values } = parsed.data;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(" ") : String(value),
    ]),
  );
}

type Finding = Omit<SettingProblem, "name">;

/** Text of the file that a `…_FILE` setting names, without the line end that editors leave. */
export function readNamedFile(
  path: string,
  secret: boolean,
): { text: string; warning?: Finding } | Finding {
  try {
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    const readers = secret && otherReaders(path);
    if (!readers) return { text };
    const finding = {
      wrong: `names ${path}, which ${readers} on this machine can read`,
      fix: `Run: chmod 600 ${path}`,
    };
    return readers === "everybody" ? finding : { text, warning: finding };
  } catch (error) {
    return {
      wrong: `names ${path}, which cannot be read (${codeOf(error)})`,
      fix: "Check its path and its mode.",
    };
  }
}

/** Who else may read a file that holds a secret: nobody (undefined), a group, or everybody. */
function otherReaders(path: string): "everybody" | "a group" | undefined {
  // On Windows the mode bits say nothing about who may read.
  if (process.platform === "win32") return undefined;
  const { mode } = statSync(path);
  if ((mode & 0o004) !== 0) return "everybody";
  return (mode & 0o040) !== 0 ? "a group" : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

/** Every name under which some setting can be given. */
export const WRITTEN_NAMES = SETTING_NAMES.flatMap(writtenNames);
