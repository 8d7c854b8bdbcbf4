/** One thing that is wrong with the settings, as a person reads it. */
export type SettingProblem = {
  /** The setting, or the file, that it is about. */
  name: string;
  /** What is wrong, without a full stop; never holds the value of a secret. */
  wrong: string;
  /** What to do about it, as a sentence. */
  fix: string;
};

/** All problems in one text: a line each, with where and how to mend it. */
export function problemsText(problems: readonly SettingProblem[]): string {
  return problems.map(({ name, wrong, fix }) => `- ${name} ${wrong}. ${fix}`).join("\n");
}
