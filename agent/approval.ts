import { HubError } from "../tools/kit/errors.ts";
import type { Question } from "../tools/kit/question.ts";
import type { PersonAnswer } from "./events.ts";

const SPEC = /^(?<tool>[\w.-]{1,64})(?:=(?<target>.+))?$/s;

/**
 * The operator's word given beforehand: each `TOOL` or `TOOL=TARGET` is good for one call, the target by its name or
 * with where it is (`projects`, `fs1/projects`). What destroys needs its target named. Throws HubError `bad-input` for a word that is none.
 */
export function readApprovals(specs: readonly string[]) {
  const left = specs.map((spec) => {
    const found = SPEC.exec(spec)?.groups;
    if (!found?.tool)
      throw new HubError("bad-input", `--approve ${JSON.stringify(spec)} names no tool.`, {
        advice: "Write --approve TOOL or --approve TOOL=TARGET, such as fileset_delete=projects.",
      });
    return { tool: found.tool, target: found.target };
  });

  return {
    /** The yes to this question, used up by it; undefined where no word covers it. */
    use(question: Question): PersonAnswer | undefined {
      const { tool, target, effect, typedName } = question;
      const destroys = effect === "destroys" || typedName !== undefined;
      const fits = (wanted: string | undefined) =>
        left.findIndex((one) => one.tool === tool && one.target === wanted);
      // The fuller name first: a bare one may be meant for its namesake elsewhere.
      const named = [fullName(target), target.name].map(fits).find((i) => i >= 0) ?? -1;
      const at = named >= 0 || destroys ? named : fits(undefined);
      if (at < 0) return undefined;
      left.splice(at, 1);
      return { say: "yes", by: "flag", ...(typedName === undefined ? {} : { typed: typedName }) };
    },
    /** What was given and not used, as it was written. */
    unused: (): string[] =>
      left.map(({ tool, target }) => (target === undefined ? tool : `${tool}=${target}`)),
  };
}

/** The target with where it is: `fs1/projects`. */
function fullName({ name, within }: Question["target"]): string {
  return within === undefined ? name : `${within}/${name}`;
}

/** The flag that would answer this question with yes, ready for a shell. */
export function approveFlag(question: Question): string {
  const spec = `${question.tool}=${fullName(question.target)}`;
  return `--approve ${/^[\w.,:/=@%+-]+$/.test(spec) ? spec : `'${spec.replaceAll("'", "'\\''")}'`}`;
}
