import { randomInt } from "node:crypto";
import { collectGarbage } from "../tools/kit/collect-garbage.fixture.ts";

/** A part of a fuzz: the same seed makes the same calls; `more` says how long to go on. */
export type FuzzPart<Result> = (run: { seed: number; more: () => boolean }) => Promise<Result>;

/**
 * What a part may grow by, in MiB. The heap after a collection holds what is kept: it is flat after the warm-up. Of the
 * resident set V8 keeps some 100 MiB of pages that it has emptied and the allocator as many: it climbs to there and
 * swings, so only far more is a leak outside the heap.
 */
const MOST_GROWTH: Memory = { heap: 8, rss: 96 };
/** How often memory is looked at in a part. The first quarter is warm-up. */
const LOOKS = 16;

/**
 * Runs the parts one after the other for SECONDS in all with SEED, both from the command line; prints what `tell`
 * makes of each and how the memory went. The exit code is 1 where there are faults or memory grew.
 */
export async function fuzz<Result extends { faults: string[] }>(
  name: string,
  parts: Record<string, FuzzPart<Result>>,
  tell: (result: Result) => string,
): Promise<void> {
  const seconds = Number(process.argv[2] ?? 60);
  const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
  const each = (seconds / Object.keys(parts).length) * 1000;
  console.log(`${name} for ${seconds} s, seed ${seed}`);
  let failed = false;
  for (const [part, run] of Object.entries(parts)) {
    const began = performance.now();
    const course: Memory[] = [];
    const more = () => {
      const past = performance.now() - began;
      if (past >= (course.length * each) / LOOKS) course.push(memory());
      return past < each;
    };
    const result = await run({ seed, more });
    const grown = leaks(course);
    const along = (of: keyof Memory) => course.map((each) => each[of]).join(" ");
    for (const fault of [...result.faults.slice(0, 20), ...grown]) console.error(fault);
    console.log(
      `${part}: ${tell(result)}, ${result.faults.length} faults\n  MiB in use of the heap ${along("heap")}\n  MiB resident ${along("rss")}`,
    );
    failed ||= result.faults.length > 0 || grown.length > 0;
  }
  process.exitCode = failed ? 1 : 0;
}

/** A leak keeps on: then the least of the last quarter is far above the most of the second. */
function leaks(course: Memory[]): string[] {
  const quarter = Math.floor(course.length / 4);
  return (["heap", "rss"] as const).flatMap((of) => {
    const most = Math.max(...course.slice(quarter, 2 * quarter).map((look) => look[of]));
    const least = Math.min(...course.slice(-quarter).map((look) => look[of]));
    return least - most > MOST_GROWTH[of] ? [`memory grew: ${of} by ${least - most} MiB`] : [];
  });
}

type Memory = { rss: number; heap: number };

/** In MiB, after a collection; buffers count with the heap that holds them. */
function memory(): Memory {
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss: Math.round(rss / 2 ** 20), heap: Math.round((heapUsed + external) / 2 ** 20) };
}
