import { html } from "hono/html";
import type { Reservations } from "../../../tools/portal/contract.ts";
import { type Facts, partValue } from "./gather.ts";
import { icon, type Markup } from "./icons.ts";
import { foreign } from "./number-words.ts";
import { clock, dayWords, spanWords } from "./time-words.ts";

const MOST_ROWS = 12;

/** What is reserved, and the way to the only place where something can be. */
export function reservationList(facts: Facts): Markup {
  return html`<section id="reservations" aria-labelledby="reservations-title">
<h2 id="reservations-title">Reservations</h2>
${content(facts)}
${booking(facts.bookingUrl)}
</section>`;
}

function content(facts: Facts): Markup {
  const { reservations, now, health } = facts;
  const words = (said: string) => html`<p class="empty">${said}</p>`;
  if (!health.configured) return words("Known once the portal is set up.");
  const found = partValue(reservations);
  if (!found) return words(reservations.kind === "waiting" ? "Asking the portal …" : "Not known.");
  if (found.meta.error && found.legacy.rows.length === 0)
    return words("Not known: the portal did not give its list.");
  const coming = found.legacy.items.filter(({ end }) => end !== null && new Date(end) > now);
  if (coming.length > 0)
    return html`<div class="scroll" role="region" aria-label="Reservations ahead" tabindex="0"><ul class="booked">${coming.map((item) => line(item, facts))}</ul></div>`;
  const { columns, rows } = found.legacy;
  if (rows.length > 0 && found.legacy.items.length === 0) return grid(columns, rows);
  return words("None ahead.");
}

type Item = Reservations["legacy"]["items"][number];

function line({ tid, site, start, end, label }: Item, { telescopes, now }: Facts): Markup {
  const from = new Date(start ?? now);
  const to = new Date(end ?? now);
  const when = from > now ? `in ${spanWords(from.getTime() - now.getTime())}` : "under way";
  const row = partValue(telescopes)?.telescopes.find((each) => each.tid === tid);
  const place = site ?? row?.site;
  return html`<li><b>${tid ?? "A telescope"}</b> ${row ? foreign(row.name, 40) : ""}${place ? `, ${place}` : ""} <span>${when}</span>
<small>${dayWords(from)}, ${clock(from)}–${clock(to)} UTC${label === null ? "" : ` · ${foreign(label, 60)}`}</small></li>`;
}

/** The portal's own rows, where their times cannot be read. */
function grid(columns: string[], rows: string[][]): Markup {
  const cut = rows.slice(0, MOST_ROWS);
  return html`<div class="scroll" role="region" aria-label="Table of reservations" tabindex="0"><table>
<thead><tr>${columns.map((each) => html`<th scope="col">${foreign(each, 40)}</th>`)}</tr></thead>
<tbody>${cut.map((row) => html`<tr>${row.map((cell) => html`<td>${foreign(cell, 60)}</td>`)}</tr>`)}</tbody></table></div>`;
}

function booking(url: string | null): Markup {
  // An address of another kind could do something here instead of leading there.
  const isAddress = url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const link = isAddress
    ? html`<a href="${url}" rel="noreferrer noopener" target="_blank">Book in the browser ${icon("leave")}<span class="unseen">(opens a new tab)</span></a>`
    : html`<span>Set <code>BOOKING_URL</code> to have a link here.</span>`;
  return html`<p class="booking">${link}
<small class="why-not">Booking is not here on purpose: a reservation spends points, so it is made by a person, on the booking site itself.</small></p>`;
}
