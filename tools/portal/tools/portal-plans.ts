import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { limit } from "../../kit/inputs.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import type { PortalClient } from "../client.ts";
import { cursor, site, siteCode, telescope, tid, tidKey } from "../inputs.ts";
import { countWords, FRESH, LIST, listEnd } from "../outputs.ts";
import { freshMembers, freshness, known } from "../words.ts";

export const portalPlans = (portal: PortalClient) =>
  defineRead({
    name: "portal_plans",
    title: "Discounts",
    description: "Discount and rates per telescope with the member's plan, best first.",
    input: z.object({ site, telescope, limit, cursor }),
    output: z.object({
      plan: z.string().optional(),
      discounts: z.array(
        z.object({
          tid: z.string(),
          discount_percent: z.number().optional(),
          label: z.string().optional(),
          rate_session: z.number().optional(),
          rate_exposure: z.number().optional(),
          site: z.string().optional(),
          in_roster: z.boolean(),
        }),
      ),
      ...LIST,
      read: z.string(),
      ...FRESH,
    }),
    async run(args, call) {
      const { plan, discounts, meta } = await portal.plans(call.signal);
      const wanted = siteCode(args.site);
      const only = args.telescope === undefined ? undefined : tid(args.telescope);
      const found = discounts.filter(
        (each) =>
          (wanted === undefined || each.site === wanted) &&
          (only === undefined || each.tid === only),
      );
      if (only !== undefined && found.length === 0)
        throw new HubError("not-found", `The portal names no price for ${only}.`, {
          alternatives: discounts.slice(0, 20).map((each) => each.tid),
        });
      const shown = page(found, bestFirst, args);
      return {
        ...known({ plan }),
        discounts: shown.items.map(known),
        ...listEnd(shown),
        read: freshness(meta),
        ...freshMembers(meta),
      };
    },
    tell(found) {
      const { discounts, total, cursor: next } = found;
      const count = countWords("telescope", discounts.length, total, next !== undefined);
      return {
        say: [
          `Prices of ${count}, in points an hour. ${found.read}`,
          ...(found.warnings ?? []),
        ].join("\n"),
        data: [
          found.plan ? `plan  ${found.plan}` : "",
          table(
            ["telescope", "site", "discount", "by session", "by exposure", "in the roster"],
            discounts.map((each) => [
              each.tid,
              each.site,
              each.discount_percent === undefined ? each.label : `${each.discount_percent} %`,
              each.rate_session,
              each.rate_exposure,
              each.in_roster,
            ]),
          ),
        ]
          .filter(Boolean)
          .join("\n\n"),
      };
    },
  });

/** A key that sorts the largest discount first, then by telescope. */
function bestFirst(each: { discount_percent: number | null; tid: string }): string {
  const percent = Math.min(999, Math.max(0, each.discount_percent ?? 0));
  return `${String(99_900 - Math.round(percent * 100)).padStart(5, "0")} ${tidKey(each.tid)}`;
}
