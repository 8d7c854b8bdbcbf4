import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { card } from "../../kit/table.ts";
import type { PortalClient } from "../client.ts";
import { FRESH } from "../outputs.ts";
import { amount, freshMembers, freshness, known, many } from "../words.ts";

export const portalAccount = (portal: PortalClient) =>
  defineRead({
    name: "portal_account",
    title: "Account",
    description: "Points left, plan, renewal, membership.",
    input: z.object({}),
    output: z.object({
      points: z.number().optional(),
      plan: z.string().optional(),
      membership: z.string().optional(),
      renewal: z.string().optional(),
      renews_in_days: z.number().optional(),
      telescope_access: z.string(),
      read: z.string(),
      ...FRESH,
    }),
    async run(_, call) {
      const { points_balance, meta, telescope_access, ...rest } = await portal.account(call.signal);
      return {
        ...known({ points: points_balance, ...rest }),
        telescope_access,
        read: freshness(meta),
        ...freshMembers(meta),
      };
    },
    tell(found) {
      const { points, renewal, renews_in_days: days } = found;
      const lines = [
        points === undefined
          ? "The portal did not say how many points there are."
          : `${amount(points)} points. ${
              found.telescope_access === "locked_below_10"
                ? "Telescopes are LOCKED below 10 points."
                : "Telescopes are open to this account."
            }`,
      ];
      if (renewal)
        lines.push(`Renews on ${renewal}${days === undefined ? "" : `, in ${many(days, "day")}`}.`);
      lines.push(found.read, ...(found.warnings ?? []));
      return {
        say: lines.join("\n"),
        data: card({ plan: found.plan, membership: found.membership }),
      };
    },
  });
