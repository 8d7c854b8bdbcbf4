import { z } from "zod";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { limit } from "../../kit/inputs.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import type { PortalClient } from "../client.ts";
import type { ScopeStatus } from "../contract.ts";
import { cursor, site, siteCode, telescope, tid, tidKey } from "../inputs.ts";
import { countWords, LIST, listEnd } from "../outputs.ts";
import { ago, known } from "../words.ts";

const Status = z.object({
  tid: z.string(),
  name: z.string(),
  site: z.string(),
  answers: z.boolean(),
  http_status: z.number().optional(),
  latency_ms: z.number().optional(),
  asks_login: z.boolean().optional(),
  degraded: z.boolean(),
  reason: z.string().optional(),
  checked_at: z.string(),
  age_s: z.number(),
});
type Status = z.infer<typeof Status>;

/** Why a control server did not answer, for a person. */
const REASONS: Record<NonNullable<ScopeStatus["reason"]>, string> = {
  timeout: "it did not answer in time",
  refused: "it refused the connection",
  dns: "its name is not known",
  reset: "it broke the connection off",
  tls: "its certificate is not accepted",
  protocol: "it does not speak HTTP",
  unreachable: "there is no way to it",
  config: "it has no usable address",
};

export const scopeStatus = (portal: PortalClient) =>
  defineRead({
    name: "scope_status",
    title: "Telescope status",
    description:
      "Whether control servers of telescopes answer. Says nothing of weather, or of who uses them.",
    input: z.object({ telescope, site, limit, cursor }),
    output: z.object({
      scopes: z.array(Status),
      answering: z.number(),
      notes: z.array(z.string()).optional(),
      ...LIST,
    }),
    async run(args, call) {
      const { scopes, notes } = await statuses(portal, args.telescope, call);
      const all = scopes.map((one) => status(one, portal.now()));
      const wanted = siteCode(args.site);
      const found = all.filter((one) => wanted === undefined || one.site === wanted);
      const shown = page(found, (one) => tidKey(one.tid), args);
      return {
        scopes: shown.items,
        answering: found.filter((one) => one.answers).length,
        ...(notes.length > 0 ? { notes } : {}),
        ...listEnd(shown),
      };
    },
    tell(found) {
      const [only] = found.scopes;
      if (only && found.total === 1 && !found.notes) return tellOne(only);
      const silent = found.scopes
        .filter((one) => !one.answers && !isWithoutAddress(one))
        .map((one) => one.tid);
      const without = found.scopes.filter(isWithoutAddress).map((one) => one.tid);
      const more = found.cursor !== undefined;
      return {
        say: [
          `${found.answering} of ${found.total} control servers answer${silent.length ? `; silent: ${silent.join(", ")}` : ""}${without.length ? `; no usable address: ${without.join(", ")}` : ""}.`,
          more ? `Shown: ${countWords("telescope", found.scopes.length, found.total, more)}.` : "",
          ...(found.notes ?? []),
          NOT_MORE,
        ]
          .filter(Boolean)
          .join("\n"),
        data: table(
          ["telescope", "name", "site", "answers", "in", "checked", "why not"],
          found.scopes.map((one) => [
            one.tid,
            one.name,
            one.site,
            one.degraded ? "with errors" : one.answers,
            one.latency_ms === undefined ? "" : `${one.latency_ms} ms`,
            ago(one.age_s),
            one.reason,
          ]),
        ),
      };
    },
  });

const NOT_MORE = "This says nothing about the weather, or whether somebody else is using it.";

async function statuses(
  portal: PortalClient,
  wanted: string | undefined,
  call: Call,
): Promise<{ scopes: ScopeStatus[]; notes: string[] }> {
  if (wanted !== undefined)
    return { scopes: [await statusOf(portal, tid(wanted), call)], notes: [] };
  return portal.scopes(call.signal);
}

async function statusOf(portal: PortalClient, id: string, call: Call): Promise<ScopeStatus> {
  try {
    return await portal.scopeStatus(id, call.signal);
  } catch (thrown) {
    if (!(thrown instanceof HubError) || thrown.problem !== "not-found") throw thrown;
    const { telescopes } = await portal.telescopes(call.signal);
    const alternatives = telescopes.map((one) => one.tid).slice(0, 40);
    throw new HubError("not-found", thrown.message, { alternatives, cause: thrown });
  }
}

function status(one: ScopeStatus, now: number): Status {
  const { tid: id, name, site: code, reachable, degraded, reason, checked_at } = one;
  return {
    tid: id,
    name,
    site: code,
    answers: reachable,
    degraded,
    checked_at,
    age_s: Math.max(0, Math.round((now - Date.parse(checked_at)) / 1000)),
    ...known({
      http_status: one.http_status,
      latency_ms: one.latency_ms,
      asks_login: one.auth_required,
      reason: reason === null ? null : REASONS[reason],
    }),
  };
}

const isWithoutAddress = ({ reason }: Status): boolean => reason === REASONS.config;

function tellOne(one: Status) {
  const checked = `checked ${ago(one.age_s)}`;
  if (isWithoutAddress(one))
    return {
      say: `${one.tid} was not asked: it has no usable address, so nothing is known of it.`,
      data: `${one.name} at ${one.site}`,
    };
  if (!one.answers)
    return {
      say: `${one.tid} does NOT answer: ${one.reason ?? "no reason is known"} (${checked}).`,
      data: `${one.name} at ${one.site}`,
    };
  const how = one.degraded
    ? `answers, but with errors (status ${one.http_status})`
    : `answers${one.asks_login ? " and asks for a login, as it should" : ""}`;
  return {
    say: `${one.tid} is up: its control server ${how}, in ${one.latency_ms} ms (${checked}).\n${NOT_MORE}`,
    data: `${one.name} at ${one.site}`,
  };
}
