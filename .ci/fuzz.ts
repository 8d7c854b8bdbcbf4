import { type FuzzResult, fuzzTools } from "../tools/cluster/fuzz.fixture.ts";
import { type FuzzPart, fuzz } from "./fuzz-run.ts";

// `npx tsx .ci/fuzz.ts SECONDS [SEED]`: generated arguments to every tool, half of the time with shut gates.
const part =
  (writes: boolean): FuzzPart<FuzzResult> =>
  (run) =>
    fuzzTools({ ...run, writes });

await fuzz(
  "fuzz of every tool",
  { "gates open": part(true), "gates shut": part(false) },
  ({ calls, ok, refused, largestAnswer }) =>
    `${calls} calls, ${ok} ok, ${refused} refused, largest answer ${largestAnswer} bytes`,
);
