import { html } from "hono/html";
import type { Tonight } from "../tonight/tonight.ts";
import { type Facts, partValue } from "./gather.ts";
import { icon, type Markup } from "./icons.ts";
import { foreign, numberWords } from "./number-words.ts";
import { clock, dayWords } from "./time-words.ts";

type Pick = Tonight["picks"][number];

/** What is worth imaging in the coming nights, from where, with what, and why. */
export function picksOf(facts: Facts): Markup {
  const found = partValue(facts.tonight);
  const list =
    found && found.picks.length > 0
      ? html`<div class="scroll" role="region" aria-label="Picks" tabindex="0"><ol class="picks">${found.picks.map((pick) => item(pick, facts))}</ol></div>`
      : none(facts, found);
  return html`<section id="picks" aria-labelledby="picks-title">
<h2 id="picks-title">Tonight's picks</h2>
${list}
</section>`;
}

function item(pick: Pick, facts: Facts): Markup {
  const { target, window, tid, site } = pick;
  const start = new Date(window.start);
  const zone = facts.skies.find((sky) => sky.site.code === site)?.site.timezone;
  const name = partValue(facts.telescopes)?.telescopes.find((each) => each.tid === tid)?.name ?? "";
  return html`<li data-key="${target.name}">
<h3>${foreign(target.name, 60)} <small>${foreign(target.type, 40)}</small></h3>
<p class="score"><span class="unseen">Score </span>${numberWords(Math.round(pick.score))}</p>
<p class="where"><b>${site}</b> with <b>${tid}</b> ${foreign(name, 40)},
<span>${clock(start, zone)}–${clock(new Date(window.end), zone)}</span> local, ${dayWords(start, zone)}</p>
<p class="why">${pick.why.map((each, i) => html`${i > 0 ? " · " : ""}${each}`)}</p>
</li>`;
}

function none({ telescopes, tonight }: Facts, found: Tonight | null): Markup {
  const count = partValue(telescopes)?.count ?? 0;
  if (tonight.kind === "failed" || count === 0)
    return html`<p class="empty">${icon("note")} No telescope to rank with: the roster has none.</p>`;
  const reasons = [...new Set((found?.excluded ?? []).map(({ reason }) => reason))].slice(0, 3);
  return html`<div class="empty"><p>Nothing to recommend for the coming night.</p>
${reasons.length > 0 ? html`<p>${reasons.join("; ")}.</p>` : ""}</div>`;
}
