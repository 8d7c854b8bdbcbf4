import { html } from "hono/html";
import type { Account, Health, Plans } from "../../../tools/portal/contract.ts";
import { type Facts, partValue } from "./gather.ts";
import type { Markup } from "./icons.ts";
import { foreign, numberWords } from "./number-words.ts";
import { agoWords, dayWords } from "./time-words.ts";

const CYCLE_DAYS = 28;

/** What a member has: points, plan, days left, membership, and how the wrapper stands with the portal. */
export function accountStrip(facts: Facts): Markup {
  const account = partValue(facts.account);
  const none = facts.account.kind === "waiting" ? "…" : "not known";
  return html`<dl class="account" id="account">
${points(account, partValue(facts.plans), none)}
${entry("Plan", account?.plan ? foreign(account.plan, 24) : none, "")}
${renewal(account, none)}
${entry("Membership", account?.membership ? foreign(account.membership, 24) : none, "")}
${entry("Portal", portalWords(facts.health, account), account?.meta.age_s == null ? "" : `read ${agoWords(account.meta.age_s)}`)}
</dl>`;
}

const SESSION_WORDS: Record<Health["session"]["state"], string> = {
  unconfigured: "not set up",
  idle: "not signed in",
  logging_in: "signing in",
  ready: "signed in",
  bad_credentials: "login refused",
  backoff: "no answer",
  blocked: "bot check",
};

/** A session says nothing about a portal that has gone silent since. */
function portalWords({ session }: Health, account: Account | null): string {
  const isSilent = /^portal_(?:unavailable|timeout)$/.test(account?.meta.error?.code ?? "");
  return SESSION_WORDS[session.state === "ready" && isSilent ? "backoff" : session.state];
}

function entry(term: string, value: string | Markup, more: string | Markup): Markup {
  const note = more === "" ? "" : html` <small>${more}</small>`;
  return html`<div><dt>${term}</dt><dd>${value}${note}</dd></div>`;
}

function points(account: Account | null, plans: Plans | null, none: string): Markup {
  const balance = account?.points_balance ?? null;
  if (balance === null) return entry("Points", none, "");
  const rates = (plans?.discounts ?? []).flatMap(({ rate_session: rate }) => rate ?? []);
  const cheapest = rates.length > 0 ? Math.min(...rates) : null;
  const short =
    account?.telescope_access === "locked_below_10"
      ? html`<b class="low">telescopes locked below 10</b>`
      : cheapest !== null && balance < cheapest
        ? html`<b class="low">under an hour at the lowest rate</b>`
        : "";
  return entry("Points", html`<span class="figure">${numberWords(balance)}</span>`, short);
}

function renewal(account: Account | null, none: string): Markup {
  const days = account?.renews_in_days ?? null;
  if (account?.renewal == null || days === null) return entry("Renews", none, "");
  const gone = Math.min(100, Math.max(0, 100 * (1 - days / CYCLE_DAYS)));
  const left = days < 0 ? "overdue" : days === 1 ? "1 day left" : `${days} days left`;
  const bar = html`<svg class="cycle" aria-hidden="true"><rect class="all" width="100%" height="3" rx="1.5"/><rect class="gone" width="${gone.toFixed(1)}%" height="3" rx="1.5"/></svg>`;
  const date = dayWords(new Date(`${account.renewal}T12:00:00Z`));
  return entry("Renews", html`${left}${bar}`, date);
}
