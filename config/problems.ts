/** One thing that is wrong with the settings, as a person reads it. */
export type SettingProblem = {
  /** The setting, or the file, that it is about. */
  name: string;
  /** What is wrong, without a full stop; never holds the value of a secret. */
  wrong: string;
  /** What to do about it, as a sentence. */
  fix: string;
};

/** What a reading of the settings comes upon. */
export type Findings = {
  problems: SettingProblem[];
  /** What works and should be looked at all the same, such as a password that a whole group can read. */
  warnings: SettingProblem[];
  /** Every file that was looked for, be it there or not: a change of one may change the settings. */
  files: string[];
};

/** All problems in one text: a line each, with where and how to mend it. */
export function problemsText(problems: readonly SettingProblem[]): string {
  return problems.map(({ name, wrong, fix }) => `- ${name} ${wrong}. ${fix}`).join("\n");
}
