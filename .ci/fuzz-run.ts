import { randomInt } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A part of a fuzz: the same seed makes the same calls; `more` says how long to go on. */
export type FuzzPart<Result> = (run: { seed: number; more: () => boolean }) => Promise<Result>;

/** Growth beyond this, after a collection, in the second half of a part is no noise (MiB). */
const MOST_GROWTH = 32;

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
    const before = memory();
    let middle: Memory | undefined;
    const more = () => {
      const past = performance.now() - began;
      if (past > each / 2) middle ??= memory();
      return past < each;
    };
    const result = await run({ seed, more });
    const course = [before, middle ?? before, memory()] as const;
    const growth = course[2].rss - course[1].rss;
    const along = (of: keyof Memory) => course.map((each) => each[of]).join(" → ");
    for (const fault of result.faults.slice(0, 20)) console.error(fault);
    console.log(
      `${part}: ${tell(result)}, ${result.faults.length} faults, RSS ${along("rss")} MiB, heap ${along("heap")} MiB`,
    );
    if (growth > MOST_GROWTH) console.error(`memory grew by ${growth} MiB`);
    failed ||= result.faults.length > 0 || growth > MOST_GROWTH;
  }
  process.exitCode = failed ? 1 : 0;
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

type Memory = { rss: number; heap: number };

/** In MiB, after a collection. */
function memory(): Memory {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: Math.round(rss / 2 ** 20), heap: Math.round(heapUsed / 2 ** 20) };
}
