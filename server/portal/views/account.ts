import { isObject, type Json } from "../../../tools/kit/json.ts";
import type { Account, Plans } from "../../../tools/portal/contract.ts";
import { telescopeId } from "../../../tools/portal/contract.ts";
import { numberOf, timeOf, wordsOf } from "../decode.ts";
import { type PortalMap, pick } from "../portal-map.ts";

const DAY_MS = 86_400_000;
const LEAST_POINTS = 10;

/** What a member has, from the value of the data service. What is not there is null, and said. */
export function accountOf(
  value: Json,
  map: PortalMap,
  now: number,
): Omit<Account, "meta"> & { warnings: string[] } {
  const from = Array.isArray(value) ? value[0] : value;
  const held = isObject(from) ? from : {};
  const warnings: string[] = [];
  const read = <T>(
    name: keyof PortalMap["account"]["fields"],
    as: (value: unknown) => T | null,
  ) => {
    const found = pick(held, map.account.fields[name]);
    const parsed = as(found);
    if (parsed === null)
      warnings.push(
        found === undefined ? `The portal gave no ${name}.` : `${name} cannot be read.`,
      );
    return parsed;
  };
  const points = read("points_balance", numberOf);
  const renews = read("renewal", timeOf);
  return {
    points_balance: points,
    plan: read("plan", wordsOf),
    renewal: renews === null ? null : new Date(renews).toISOString().slice(0, 10),
    membership: read("membership", wordsOf),
    renews_in_days: renews === null ? null : Math.ceil((renews - now) / DAY_MS),
    telescope_access:
      points === null ? "unknown" : points < LEAST_POINTS ? "locked_below_10" : "ok",
    warnings,
  };
}

type Discount = Omit<Plans["discounts"][number], "site" | "in_roster">;

/** The discounts by telescope; rows that name none are left out, and counted in a warning. */
export function discountsOf(
  value: Json,
  map: PortalMap,
): { discounts: Discount[]; warnings: string[] } {
  const rows = Array.isArray(value) ? value.flat() : isObject(value) ? [value] : [];
  const { fields } = map.plans;
  const discounts = rows.filter(isObject).flatMap((row): Discount[] => {
    const tid = telescopeId(wordsOf(pick(row, fields.tid)) ?? "");
    if (tid === undefined) return [];
    const written = pick(row, fields.discount_percent);
    const percent = numberOf(written);
    return [
      {
        tid,
        discount_percent: percent,
        label: percent === null ? wordsOf(written) : null,
        rate_session: numberOf(pick(row, fields.rate_session)),
        rate_exposure: numberOf(pick(row, fields.rate_exposure)),
      },
    ];
  });
  const lost = rows.length - discounts.length;
  return { discounts, warnings: lost > 0 ? [`${lost} rows name no telescope.`] : [] };
}
