import { randomInt } from "node:crypto";
import { fuzzTools } from "../tools/cluster/fuzz.fixture.ts";

// `npx tsx .ci/fuzz.ts SECONDS [SEED]`: generated arguments to every tool, half of the time with shut gates.
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const mebibytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

console.log(`fuzz of every tool for ${seconds} s, seed ${seed}`);
let faults = 0;
for (const writes of [true, false]) {
  const end = performance.now() + (seconds / 2) * 1000;
  const before = mebibytes();
  const result = await fuzzTools({ seed, writes, more: () => performance.now() < end });
  faults += result.faults.length;
  for (const fault of result.faults.slice(0, 20)) console.error(fault);
  console.log(
    `gates ${writes ? "open" : "shut"}: ${result.calls} calls, ${result.ok} ok, ${result.refused} refused, ${result.faults.length} faults, largest answer ${result.largestAnswer} bytes, RSS ${before} → ${mebibytes()} MiB`,
  );
}
process.exitCode = faults === 0 ? 0 : 1;
