import { html } from "hono/html";
import { icon, type Markup } from "./icons.ts";
import { foreign, numberWords } from "./number-words.ts";
import type { Row, Sort } from "./telescope-rows.ts";

type Column = {
  title: string;
  /** Where a heading sorts by it. */
  sort: Sort | null;
  /** "wide" is left out where the page is narrow, and then told under the name. */
  kind: "words" | "figure" | "wide";
  cell: (row: Row) => Markup | string;
};

const HARD_SPACE = "\u00a0";
const aperture = ({ telescope: { aperture_mm: mm } }: Row) =>
  mm === null ? "–" : `${numberWords(mm)} mm`;
const scale = ({ telescope: { scale_arcsec_px: each } }: Row) =>
  each === null ? "–" : `${numberWords(each)}″/px`;
const field = ({ telescope: { fov_arcmin: size } }: Row) =>
  size === null ? "–" : `${numberWords(size[0])}′ × ${numberWords(size[1])}′`;
const filters = ({ telescope }: Row) =>
  telescope.filters.map((token) => foreign(token, 12)).join(" ");

/** The table's columns after the telescope's own, which heads each row. */
export const COLUMNS: readonly Column[] = [
  {
    title: "Site",
    sort: "site",
    kind: "words",
    cell: ({ telescope }) => html`<abbr title="${telescope.site_name}">${telescope.site}</abbr>`,
  },
  { title: "Aperture", sort: "aperture", kind: "wide", cell: aperture },
  { title: "Field", sort: "field", kind: "wide", cell: field },
  { title: "Scale", sort: "scale", kind: "wide", cell: scale },
  { title: "Filters", sort: null, kind: "wide", cell: filters },
  { title: "Discount", sort: "discount", kind: "figure", cell: discount },
  { title: "Answers", sort: "answers", kind: "words", cell: answers },
];

/** What a narrow page tells under a telescope's name instead of in columns. */
export function inShort(row: Row): string {
  return [aperture(row), field(row), scale(row), filters(row)]
    .filter((part) => part !== "" && part !== "–")
    .map((part) => part.replaceAll(" ", HARD_SPACE))
    .join(" · ");
}

function discount({ discount, label, rate }: Row): Markup | string {
  const said =
    discount !== null ? `${numberWords(discount)} %` : label === null ? "–" : foreign(label, 24);
  return rate === null ? said : html`${said} <small>${numberWords(rate)} pts/h</small>`;
}

function answers({ answers, latencyMs, silence, telescope }: Row): Markup {
  if (telescope.active === false) return html`<span class="answers">out of service</span>`;
  if (answers === null)
    return html`<span class="answers">${silence === "config" ? "no address" : "not asked yet"}</span>`;
  if (!answers)
    return html`<span class="answers silent">${icon("silent")} no <small>${silence ?? ""}</small></span>`;
  const time = latencyMs === null ? "" : html` <small>${latencyMs} ms</small>`;
  return html`<span class="answers yes">${icon("answers")} yes${time}</span>`;
}
