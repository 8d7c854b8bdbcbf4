import { resolve } from "node:path";
import { checkNames } from "./names.ts";
import type { Findings, SettingProblem } from "./problems.ts";
import {
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
  settingOf,
  writtenNames,
} from "./schema.ts";
import type { Group } from "./setting.ts";
import {
  isEnvironment,
  readNamedFile,
  readSources,
  type Source,
  type SourcePlaces,
} from "./sources.ts";

export type Reading = Pick<Findings, "warnings" | "files"> & {
  /** The settings; where there are problems, those that could be read, for `doctor` alone. */
  settings: Partial<Settings>;
  /** Where each setting that is set came from. */
  origins: Partial<Record<SettingName, string>>;
} & ({ ok: true; settings: Settings } | { ok: false; problems: SettingProblem[] });

export type Fixed = { name: string; values: Record<string, string>; only: readonly Group[] };

export type ReadOptions = SourcePlaces & {
  /** Values that nothing overrides. Settings of the groups `only` then come from here and from nowhere else. */
  fixed?: Fixed;
};

/**
 * The settings from the environment, then `--env-file`, then `.env` and `config.json` of the config folder. Never
 * throws: every problem there is, is reported at once.
 */
export function readSettings(options: ReadOptions): Reading {
  const findings: Findings = { problems: [], warnings: [], files: [] };
  const { problems, warnings, files } = findings;
  const sources = withFixed(readSources(options, findings), options);
  for (const source of sources) checkNames(source, problems);
  const settings: Record<string, unknown> = {};
  const origins: Partial<Record<SettingName, string>> = {};
  for (const name of SETTING_NAMES) {
    const found = name === "OUTPOST_CONFIG_DIR" ? sources.filter(isEnvironment) : sources;
    const before = problems.length;
    const given = textOf(name, found, findings);
    if (given) origins[name] = given.origin;
    if (problems.length > before) continue;
    const parsed = settingOf(name).type.safeParse(given?.text);
    if (parsed.success) settings[name] = parsed.data;
    else
      problems.push({
        name: given?.writtenAs ?? name,
        wrong: `in ${given?.origin ?? "no place"} ${isSecret(name) ? "is not usable" : `is ${shown(given?.text ?? "")}`}`,
        fix: parsed.error.issues[0]?.message ?? "Mend it.",
      });
  }
  // Each member was read by the type of its own row of the table.
  const read = settings as Partial<Settings>;
  checkTogether(read, problems);
  if (problems.length > 0) return { ok: false, settings: read, origins, problems, warnings, files };
  // Without a problem none is missing.
  return { ok: true, settings: read as Settings, origins, warnings, files };
}

function withFixed(sources: Source[], { fixed, cwd }: ReadOptions): Source[] {
  if (!fixed) return sources;
  const covered = new Set(
    SETTING_NAMES.filter((name) => fixed.only.includes(SETTINGS[name].group)).flatMap(writtenNames),
  );
  const rest = sources.map((source) => ({
    ...source,
    values: Object.fromEntries(
      Object.entries(source.values).filter(([name]) => !covered.has(name)),
    ),
  }));
  return [{ name: fixed.name, folder: cwd, values: fixed.values, ours: true }, ...rest];
}

type Given = { text: string; origin: string; writtenAs: string };

/** The text of a setting from the first source that has it, be it there or in a file that is named there. */
function textOf(name: SettingName, sources: Source[], findings: Findings): Given | undefined {
  const names = writtenNames(name);
  for (const source of sources) {
    const present = names.filter((written) => source.values[written] !== undefined);
    if (present.length === 0) continue;
    if (present.length > 1 && isSecret(name)) {
      const wrong = `and ${name}_FILE are both in ${source.name}`;
      findings.problems.push({ name, wrong, fix: "Keep one of them." });
      return undefined;
    }
    const texts: string[] = [];
    for (const written of present) {
      const text = readOne(name, written, source, findings);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return { text: texts.join("\n"), origin: source.name, writtenAs: present.join(" and ") };
  }
  return undefined;
}

function readOne(
  name: SettingName,
  written: string,
  source: Source,
  { problems, warnings, files }: Findings,
): string | undefined {
  const value = source.values[written] ?? "";
  const wrong = emptyOrLiteral(value);
  if (wrong) {
    problems.push({ name: written, wrong: `in ${source.name} ${wrong.wrong}`, fix: wrong.fix });
    return undefined;
  }
  const path = resolve(source.folder, value.trim());
  if (settingOf(name).file === "path") return path;
  if (!written.endsWith("_FILE")) return value;
  files.push(path);
  const file = readNamedFile(path, isSecret(name));
  if ("wrong" in file) {
    problems.push({ name: written, ...file });
    return undefined;
  }
  if (file.warning) warnings.push({ name: written, ...file.warning });
  if (file.text.trim() !== "") return file.text;
  problems.push({ name: written, wrong: `names ${value.trim()}, which is empty`, fix: "Fill it." });
  return undefined;
}

/** What a host leaves behind when it did not fill in a variable: nothing, or the variable itself. */
function emptyOrLiteral(value: string): { wrong: string; fix: string } | undefined {
  if (value.trim() === "")
    return { wrong: "is empty", fix: "Give it a value, or remove it altogether." };
  const literal = /\$\{[^{}]*\}/.exec(value)?.[0];
  if (literal === undefined) return undefined;
  return {
    wrong: `holds ${shown(literal)} literally`,
    fix: "Whatever starts Outpost did not fill in the variable; write the value itself.",
  };
}

function checkTogether(settings: Partial<Settings>, problems: SettingProblem[]): void {
  if (settings.CLUSTER_ALLOW_DESTRUCTIVE === true && settings.CLUSTER_ALLOW_WRITES === false)
    problems.push({
      name: "CLUSTER_ALLOW_DESTRUCTIVE",
      wrong: "is on while CLUSTER_ALLOW_WRITES is off",
      fix: "Turn both on, or this one off.",
    });
  const { ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL } = settings;
  if (settings.OUTPOST_MODEL === "anthropic" && !ANTHROPIC_BASE_URL)
    if (!ANTHROPIC_API_KEY && !ANTHROPIC_AUTH_TOKEN)
      problems.push({
        name: "OUTPOST_MODEL",
        wrong: "is anthropic, and there is no way to sign in",
        fix: "Set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for an endpoint that needs none.",
      });
  const account = { CLUSTER_USERNAME: 1, CLUSTER_PASSWORD: 1, CLUSTER_URL: 1 } as const;
  const names = Object.keys(account) as (keyof typeof account)[]; // keyof a literal: these and no others
  const broken = new Set(problems.map(({ name }) => name.replace(/_FILE$/, "")));
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  for (const name of missing.filter((name) => !broken.has(name)))
    problems.push({
      name,
      wrong: "is not set, while other settings of the cluster are",
      fix: "Run `outpost setup cluster`, or set it.",
    });
}

function isSecret(name: SettingName): boolean {
  return settingOf(name).secret === true;
}

/** A value inside a sentence: one line, capped, no control characters, and of an address not the account in it. */
function shown(text: string): string {
  const clean = text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?").replace(/(:\/\/).*@/, "$1…@");
  return `“${clean.length > 60 ? `${clean.slice(0, 60)}…` : clean}”`;
}
