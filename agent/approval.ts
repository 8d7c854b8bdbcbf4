import { HubError } from "../tools/kit/errors.ts";
import type { Question } from "../tools/kit/question.ts";
import type { PersonAnswer } from "./events.ts";

const SPEC = /^(?<tool>[\w.-]{1,64})(?:=(?<target>.+))?$/s;

/**
 * The operator's word given beforehand: each `TOOL` or `TOOL=TARGET` is good for one call. What destroys needs its
 * target named. Throws HubError `bad-input` for a word that is none.
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
      const named = fits(target.name);
      const at = named >= 0 || destroys ? named : fits(undefined);
      if (at < 0) return undefined;
      left.splice(at, 1);
      return { say: "yes", ...(typedName === undefined ? {} : { typed: typedName }) };
    },
    /** What was given and not used, as it was written. */
    unused: (): string[] =>
      left.map(({ tool, target }) => (target === undefined ? tool : `${tool}=${target}`)),
  };
}

/** The flag that would answer this question with yes, ready for a shell. */
export function approveFlag(question: Question): string {
  const spec = `${question.tool}=${question.target.name}`;
  return `--approve ${/^[\w.,:/=@%+-]+$/.test(spec) ? spec : `'${spec.replaceAll("'", "'\\''")}'`}`;
}
