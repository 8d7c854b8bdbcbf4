import { html } from "hono/html";
import { SITE_CODES } from "../../../tools/portal/contract.ts";
import { type Facts, partValue } from "./gather.ts";
import { icon, type Markup } from "./icons.ts";
import { foreign, numberWords } from "./number-words.ts";
import { type Row, rowsOf, type Sort, type Wish } from "./telescope-rows.ts";

const COLUMNS: [sort: Sort, title: string, kind: "words" | "figure" | "wide"][] = [
  ["tid", "Telescope", "words"],
  ["site", "Site", "words"],
  ["aperture", "Aperture", "wide"],
  ["field", "Field", "figure"],
  ["scale", "Scale", "wide"],
  ["discount", "Discount", "figure"],
  ["answers", "Answers", "words"],
];

/** The roster as a table. Filter and sort are a form of GET, so that they work without a script and can be kept. */
export function telescopeTable(facts: Facts, wish: Wish): Markup {
  const { rows, all } = rowsOf(facts, wish);
  const demo = partValue(facts.telescopes)?.roster.demo
    ? html` <small>an invented roster; set <code>ROSTER_FILE</code> to yours</small>`
    : "";
  const count = rows.length === all.length ? `${all.length}` : `${rows.length} of ${all.length}`;
  return html`<section id="telescopes" aria-labelledby="telescopes-title">
<h2 id="telescopes-title">Telescopes${demo}</h2>
${
  all.length > 0
    ? filters(
        wish,
        all.flatMap(({ filters }) => filters),
      )
    : ""
}
<output id="count" form="wish" class="count">${count} ${all.length === 1 ? "telescope" : "telescopes"}</output>
${all.length === 0 ? empty(facts) : rows.length === 0 ? nothing() : table(rows, wish)}
</section>`;
}

function filters(wish: Wish, tokens: string[]): Markup {
  const option = (value: string, words: string, chosen: string) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ""}>${words}</option>`;
  const known = [...new Set(tokens)].sort();
  return html`<form id="wish" class="wish" method="get" action="/" role="search" aria-label="Telescopes">
<label><span class="unseen">Search telescopes</span><input type="search" name="q" value="${wish.q}" placeholder="Search" maxlength="60" autocomplete="off"></label>
<label><span class="unseen">Site</span><select name="site">${option("", "All sites", wish.site)}${SITE_CODES.map((code) => option(code, code, wish.site))}</select></label>
<label><span class="unseen">Filter</span><select name="filter">${option("", "Any filter", wish.filter)}${known.map((token) => option(token, foreign(token, 16), wish.filter))}</select></label>
<label class="by"><span class="unseen">Sort by</span><select name="sort">${COLUMNS.flatMap(
    ([sort, title]) => [
      option(sort, `By ${title.toLowerCase()}`, signed(wish)),
      option(`-${sort}`, `By ${title.toLowerCase()}, descending`, signed(wish)),
    ],
  )}</select></label>
<noscript><button type="submit">Show</button></noscript>
</form>`;
}

const signed = ({ sort, down }: Wish) => (down ? `-${sort}` : sort);

function table(rows: Row[], wish: Wish): Markup {
  return html`<div class="scroll" role="region" aria-label="Table of telescopes" tabindex="0"><table class="telescopes">
<thead><tr>${COLUMNS.map(([sort, title, kind]) => heading(sort, title, kind, wish))}</tr></thead>
<tbody>${rows.map(row)}</tbody></table></div>`;
}

function heading(sort: Sort, title: string, kind: string, wish: Wish): Markup {
  const isMine = wish.sort === sort;
  const order = isMine ? (wish.down ? "descending" : "ascending") : "none";
  const next = isMine && !wish.down ? `-${sort}` : sort;
  return html`<th scope="col" class="${kind}" data-key="${sort}" aria-sort="${order}"><button type="submit" form="wish" name="sort" value="${next}">${title}<span class="arrow" aria-hidden="true"></span></button></th>`;
}

function row(each: Row): Markup {
  const {
    tid,
    name,
    site,
    site_name: place,
    aperture_mm: aperture,
    fov_arcmin: field,
    scale_arcsec_px: scale,
    filters: tokens,
    active,
  } = each.telescope;
  const more = tokens.map((token) => foreign(token, 12)).join(" ");
  const size = aperture === null ? "–" : `${numberWords(aperture)} mm`;
  const fine = scale === null ? "–" : `${numberWords(scale)}″/px`;
  return html`<tr data-key="${tid}"${active === false ? html` class="off"` : ""}>
<th scope="row"><b>${tid}</b> ${foreign(name, 40)}<small>${more}</small><small class="narrow">${size} · ${fine}</small></th>
<td><abbr title="${place}">${site}</abbr></td>
<td class="wide">${size}</td>
<td class="figure">${field === null ? "–" : `${numberWords(field[0])}′ × ${numberWords(field[1])}′`}</td>
<td class="wide">${fine}</td>
<td class="figure">${discount(each)}</td>
<td>${answers(each, active)}</td>
</tr>`;
}

function discount({ discount, label, rate }: Row): Markup | string {
  const said =
    discount !== null ? `${numberWords(discount)} %` : label === null ? "–" : foreign(label, 24);
  return rate === null ? said : html`${said}<small>${numberWords(rate)} pts/h</small>`;
}

function answers({ answers, latencyMs }: Row, active: boolean | null): Markup {
  if (active === false) return html`<span class="answers">out of service</span>`;
  if (answers === null) return html`<span class="answers">not asked yet</span>`;
  if (!answers) return html`<span class="answers silent">${icon("silent")} no</span>`;
  return html`<span class="answers yes">${icon("answers")} yes${latencyMs === null ? "" : html` <small>${latencyMs} ms</small>`}</span>`;
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
