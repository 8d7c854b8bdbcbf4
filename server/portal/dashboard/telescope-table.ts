import { html } from "hono/html";
import { SITE_CODES, type Telescope } from "../../../tools/portal/contract.ts";
import { type Facts, partValue } from "./gather.ts";
import type { Markup } from "./icons.ts";
import { foreign } from "./number-words.ts";
import { COLUMNS, inShort } from "./telescope-columns.ts";
import { type Row, rowsOf, SORTS, type Sort, type Wish } from "./telescope-rows.ts";

/** The roster as a table. Filter and sort are a form of GET, so that they work without a script and can be kept. */
export function telescopeTable(facts: Facts, wish: Wish): Markup {
  const { rows, all } = rowsOf(facts, wish);
  const demo = partValue(facts.telescopes)?.roster.demo
    ? html` <small>an invented roster; set <code>PORTAL_ROSTER_FILE</code> to yours</small>`
    : "";
  const count = rows.length === all.length ? `${all.length}` : `${rows.length} of ${all.length}`;
  return html`<section id="telescopes" aria-labelledby="telescopes-title">
<h2 id="telescopes-title">Telescopes${demo}</h2>
${all.length > 0 ? html`<div class="wish-bar">${wishForm(wish, all)}<output id="count" form="wish" class="count">${count} ${all.length === 1 ? "telescope" : "telescopes"}</output></div>` : ""}
${all.length === 0 ? empty(facts) : rows.length === 0 ? nothing() : table(rows, wish)}
</section>`;
}

function wishForm(wish: Wish, all: Telescope[]): Markup {
  const option = (value: string, words: string, chosen: string) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ""}>${words}</option>`;
  const tokens = [...new Set(all.flatMap(({ filters }) => filters))].sort();
  return html`<form id="wish" class="wish" method="get" action="/" role="search" aria-label="Telescopes">
<label><span class="unseen">Search telescopes</span><input type="search" name="q" value="${wish.q}" placeholder="Search" maxlength="60" autocomplete="off"></label>
<label><span class="unseen">Site</span><select name="site">${option("", "All sites", wish.site)}${SITE_CODES.map((code) => option(code, code, wish.site))}</select></label>
<label><span class="unseen">Filter</span><select name="filter">${option("", "Any filter", wish.filter)}${tokens.map((token) => option(token, foreign(token, 16), wish.filter))}</select></label>
<label class="by"><span class="unseen">Sort by</span><select name="sort">${SORTS.flatMap((sort) => [
    option(sort, `By ${sort === "tid" ? "telescope" : sort}`, signed(wish)),
    option(`-${sort}`, `By ${sort === "tid" ? "telescope" : sort}, descending`, signed(wish)),
  ])}</select></label>
<noscript><button type="submit">Show</button></noscript>
</form>`;
}

const signed = ({ sort, down }: Wish) => (down ? `-${sort}` : sort);

function table(rows: Row[], wish: Wish): Markup {
  return html`<div class="scroll" role="region" aria-label="Table of telescopes" tabindex="0"><table class="telescopes">
<thead><tr>${heading("Telescope", "tid", "words", wish)}${COLUMNS.map(({ title, sort, kind }) => heading(title, sort, kind, wish))}</tr></thead>
<tbody>${rows.map(row)}</tbody></table></div>`;
}

function heading(title: string, sort: Sort | null, kind: string, wish: Wish): Markup {
  if (sort === null) return html`<th scope="col" class="${kind}" data-key="${title}">${title}</th>`;
  const isMine = wish.sort === sort;
  const order = isMine ? (wish.down ? "descending" : "ascending") : "none";
  const next = isMine && !wish.down ? `-${sort}` : sort;
  return html`<th scope="col" class="${kind}" data-key="${title}" aria-sort="${order}"><button type="submit" form="wish" name="sort" value="${next}">${title}<span class="arrow" aria-hidden="true"></span></button></th>`;
}

function row(each: Row): Markup {
  const { tid, name, active } = each.telescope;
  return html`<tr data-key="${tid}"${active === false ? html` class="off"` : ""}>
<th scope="row"><b>${tid}</b> ${foreign(name, 40)}<small class="narrow">${inShort(each)}</small></th>
${COLUMNS.map(({ kind, cell }) => html`<td class="${kind}">${cell(each)}</td>`)}
</tr>`;
}

function nothing(): Markup {
  return html`<p class="empty">No telescope fits. <a href="/">Show all of them</a></p>`;
}

function empty({ telescopes }: Facts): Markup {
  if (telescopes.kind === "failed")
    return html`<p class="empty">${foreign(telescopes.failure.error)} ${foreign(telescopes.failure.detail, 200)}</p>`;
  const file = partValue(telescopes)?.roster.file ?? "the roster";
  return html`<div class="empty"><p><strong>The roster is empty.</strong></p>
<p>Give each telescope a row in <code>${foreign(file, 200)}</code>: <code>tid,name,site</code>, and what else you know of it. It shows here as soon as the file is saved.</p></div>`;
}
