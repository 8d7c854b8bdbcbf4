import { html } from "hono/html";
import type { PortalError, PortalErrorCode } from "../../../tools/portal/contract.ts";
import { type Facts, partValue } from "./gather.ts";
import { icon, type Markup } from "./icons.ts";
import { foreign } from "./number-words.ts";
import { ageWords, clock } from "./time-words.ts";

type Notice = { kind: "problem" | "note"; title: string; text: string | Markup };

/** What a member has to know before they believe the rest of the page, most urgent first. */
export function noticeList(facts: Facts): Markup {
  const notices = [...portalNotices(facts), ...weatherNotices(facts), ...rosterNotices(facts)];
  return html`<section class="notices" id="notices" aria-label="Notices">
${notices.map(
  ({ kind, title, text }) =>
    html`<div class="notice ${kind}" data-key="${title}">${icon(kind)}<p><strong>${title}</strong> ${text}</p></div>`,
)}
</section>`;
}

function portalNotices(facts: Facts): Notice[] {
  const { session, missing } = facts.health;
  if (session.state === "unconfigured") {
    const names = missing.map((name, i) => html`${i > 0 ? ", " : ""}<code>${name}</code>`);
    return [
      {
        kind: "note",
        title: "The portal is not set up yet.",
        text: html`Missing: ${names}. Run <code>outpost setup portal</code>; this page follows by itself. Sky, telescopes and
picks do without.`,
      },
    ];
  }
  if (session.state === "bad_credentials")
    return [
      {
        kind: "problem",
        title: "The portal refused the login.",
        text: html`Tried once, so that the account is not locked; tried again in a quarter of an hour. Correct it with
<code>outpost setup portal</code>: a change counts at once.`,
      },
    ];
  if (session.state === "blocked")
    return [
      {
        kind: "problem",
        title: "The portal shows a bot check.",
        text: "It is left alone for five minutes, and no attempt is made to pass the check. If it stays, open the portal in a browser.",
      },
    ];
  const failure = failureOf(facts);
  return failure ? [troubleOf(failure, facts)] : [];
}

/** The account stands for the portal: every other reading goes through the same session. */
function failureOf(facts: Facts): PortalError | null {
  if (facts.account.kind === "failed") return facts.account.failure;
  return partValue(facts.account)?.meta.error ?? partValue(facts.weather)?.meta.error ?? null;
}

function troubleOf(failure: PortalError, facts: Facts): Notice {
  const account = partValue(facts.account);
  const age = account?.meta.age_s ?? null;
  const kept = age === null ? "" : ` What is shown of the account is ${ageWords(age)}.`;
  const waits = new Set<string>([
    "login_backoff",
    "portal_unavailable",
    "portal_timeout",
  ] satisfies PortalErrorCode[]);
  return {
    kind: "problem",
    title: waits.has(failure.code)
      ? "The portal does not answer."
      : "The portal gave no usable answer.",
    text: `${foreign(failure.error)} ${foreign(failure.detail, 200)}${kept} It is asked again by itself.`,
  };
}

/** Where the weather could not be had at all, the portal's own notice says why. */
function weatherNotices(facts: Facts): Notice[] {
  const weather = partValue(facts.weather);
  if (weather?.summary.unknown !== weather?.sites.length || !weather) return [];
  const newest = weather.sites
    .flatMap(({ observed_at: at }) => at ?? [])
    .sort()
    .at(-1);
  const last = newest ? ` The newest reading is of ${clock(new Date(newest))} UTC.` : "";
  return [
    {
      kind: "problem",
      title: "No site's weather is known.",
      text: `A site counts as safe only by a reading of the last 15 minutes.${last}`,
    },
  ];
}

function rosterNotices({ telescopes }: Facts): Notice[] {
  if (telescopes.kind === "failed") {
    const { error, detail } = telescopes.failure;
    return [{ kind: "problem", title: foreign(error), text: foreign(detail, 200) }];
  }
  if (telescopes.kind !== "known" || telescopes.value.roster.skipped.length === 0) return [];
  const { skipped } = telescopes.value.roster;
  const shown = skipped
    .slice(0, 3)
    .map(({ line, reason }) => `line ${line}: ${foreign(reason, 80)}`);
  const more = skipped.length > 3 ? `; ${skipped.length - 3} more` : "";
  const rows = skipped.length === 1 ? "1 row" : `${skipped.length} rows`;
  return [
    { kind: "note", title: `${rows} of the roster left out.`, text: `${shown.join("; ")}${more}` },
  ];
}
