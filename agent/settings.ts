import { configFolder, defaultStateFolder } from "../config/places.ts";
import { problemsText, type SettingProblem } from "../config/problems.ts";
import { type Reading, readSettings } from "../config/read.ts";
import type { Settings } from "../config/schema.ts";
import { HubError } from "../tools/kit/errors.ts";
import type { World } from "./world.ts";

/** Reads the settings of this process, with their problems beside them. */
export async function readWorldSettings(world: World): Promise<Reading> {
  const { env, cwd, envFile } = world;
  const fixed = await world.fixed?.();
  const reading = readSettings({
    env,
    cwd,
    configFolder: configFolder(env),
    ...(envFile === undefined ? {} : { envFile }),
    ...(fixed ? { fixed } : {}),
  });
  const uncompiled = await patternProblems(reading.settings);
  if (uncompiled.length === 0) return reading;
  const problems = [...(reading.ok ? [] : reading.problems), ...uncompiled];
  return { ...reading, ok: false, problems };
}

/** The settings of this process. Throws one HubError `bad-input` with every problem there is. */
export async function openSettings(world: World): Promise<Settings> {
  const reading = await readWorldSettings(world);
  if (reading.ok) return reading.settings;
  throw new HubError(
    "bad-input",
    `The settings are not usable:\n${problemsText(reading.problems)}`,
  );
}

/** The settings that hold path rules. */
const GUARDED = [
  "CLUSTER_ALLOW_PATHS",
  "CLUSTER_DENY_PATHS",
  "RECORDER_ALLOW_PATHS",
  "RECORDER_DENY_PATHS",
] as const;

/** Path rules are compiled here, because config/ knows no tools: each pattern alone, so that each is named. */
async function patternProblems(settings: Partial<Settings>): Promise<SettingProblem[]> {
  const written = GUARDED.flatMap((name) => (settings[name] ?? []).map((rule) => ({ name, rule })));
  if (written.length === 0) return [];
  const { pathRules } = await import("../tools/kit/path-rules.ts");
  const found: SettingProblem[] = [];
  for (const { name, rule } of written)
    try {
      pathRules({ allow: [rule], deny: [] });
    } catch (thrown) {
      const fix = HubError.from(thrown).advice ?? "Mend it.";
      found.push({ name, wrong: `holds “${rule}”, which is no usable pattern`, fix });
    }
  return found;
}

/** Where audit log, budget and approvals are: as it is set, else the XDG state folder. */
export function stateFolder(settings: Partial<Settings>): string {
  return settings.OUTPOST_STATE_DIR ?? defaultStateFolder();
}
