import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import type { PortalClient } from "../client.ts";
import type { Health } from "../contract.ts";
import { known, many, span } from "../words.ts";

const SESSION: Record<Health["session"]["state"], string> = {
  unconfigured: "it is not set up for the portal",
  idle: "not signed in yet; the first question does that",
  logging_in: "signing in",
  ready: "signed in",
  bad_credentials: "the portal REFUSED the login, and nothing more is tried with it",
  backoff: "the last login failed; the next one waits a little",
  blocked: "the portal's bot protection stands in between",
};

export const portalHealth = (portal: PortalClient) =>
  defineRead({
    name: "portal_health",
    title: "Portal wrapper",
    description: "Whether the wrapper is set up and signed in. Asks the portal nothing.",
    input: z.object({}),
    output: z.object({
      configured: z.boolean(),
      missing: z.array(z.string()),
      session: z.string(),
      last_login_at: z.string().optional(),
      last_error: z.string().optional(),
      version: z.string(),
      uptime_s: z.number(),
      telescopes: z.number(),
      roster_warnings: z.number(),
      address: z.string(),
    }),
    async run(_, call) {
      const { session, roster, configured, missing, version, uptime_s } = await portal.health(
        call.signal,
      );
      return {
        configured,
        missing,
        session: session.state,
        ...known({
          last_login_at: session.last_login_at,
          last_error: session.last_error?.error ?? null,
        }),
        version,
        uptime_s,
        telescopes: roster.rows,
        roster_warnings: roster.warnings,
        address: portal.place,
      };
    },
    tell(found) {
      const state = SESSION[found.session as Health["session"]["state"]]; // as: run copies it from the contract
      const lines = [`The wrapper at ${found.address} is up (${span(found.uptime_s)}): ${state}.`];
      if (found.missing.length > 0)
        lines.push(
          `Missing: ${found.missing.join(", ")}. Telescopes, tonight and visibility work without; points, weather and reservations do not.`,
        );
      if (found.last_error) lines.push(`Last error: ${found.last_error}`);
      const bad = found.roster_warnings;
      lines.push(
        `${many(found.telescopes, "telescope")} in the roster${bad ? `, ${many(bad, "row")} of it not usable` : ""}.`,
      );
      return { say: lines.join("\n") };
    },
  });
