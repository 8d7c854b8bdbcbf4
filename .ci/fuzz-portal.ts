import { type FuzzResult, fuzzPortal } from "../server/portal/fuzz.fixture.ts";
import { seeded } from "../tools/cluster/simulator/seeded.ts";
import { type FuzzPart, fuzz } from "./fuzz-run.ts";

// `npx tsx .ci/fuzz-portal.ts SECONDS [SEED]`: requests made from the OpenAPI to every route of a served wrapper, half
// of the time with a portal behind it that has ever new troubles.
const part =
  (sick: boolean): FuzzPart<FuzzResult> =>
  ({ seed, more }) =>
    fuzzPortal({ random: seeded(seed).next, sick, more });

await fuzz(
  "fuzz of every route of the portal's wrapper",
  { "a healthy portal": part(false), "a sick portal": part(true) },
  ({ requests, byStatus }) => {
    const statuses = [...byStatus].sort(([a], [b]) => a - b).map((each) => each.join(" × "));
    return `${requests} requests (${statuses.join(", ")})`;
  },
);
