import { SITE_CODES, siteOf } from "../../../tools/portal/contract.ts";
import type { FakeState } from "./state.ts";
import type { DateStyle, WrapStyle } from "./switches.ts";

/** Of the telescopes of the demo roster. Rates in points an hour. */
const PRICES: [tid: string, discount: string, session: string | null, exposure: string | null][] = [
  ["T1", "10 %", "29.00", "41.50"],
  ["T2", "15", "74", "105.50"],
  ["T3", "", "38", "54"],
  ["T4", "", "88", "125"],
  ["T5", "10 %", "41.00", "58.50"],
  ["T6", "", "33", "47"],
  ["T7", "", "132", "188"],
  ["T8", "by arrangement", null, null],
  ["T9", "20", "59", "84"],
  ["T10", "", "45", "64"],
  ["T11", "25", "67", "96"],
  ["T12", "", "31", "44"],
];

/** The value of a data service method; undefined where there is no such method. `path` is in lower case. */
export function answerOf(state: FakeState, path: string, query: URLSearchParams): unknown {
  switch (path) {
    case "/services/portal.asmx/getaccount":
      return state.switches.accountIsNull ? null : accountOf(state);
    case "/services/portal.asmx/getplans":
      return PRICES.map(([Telescope, Discount, SessionRate, ExposureRate]) => {
        return { Telescope, Discount, SessionRate, ExposureRate };
      });
    case "/services/portal.asmx/getweather":
      return weatherOf(state, query.get("site") ?? "");
    default:
      return undefined;
  }
}

function accountOf(state: FakeState): Record<string, unknown> {
  return {
    __type: "Portal.Account",
    Points: `${state.points.toLocaleString("en-US", { minimumFractionDigits: 2 })} pts`,
    Plan: "Plan-90",
    Renewal: dateOf(state.now() + 12 * 86_400_000, state.switches.dates),
    Membership: "Active",
    ...state.switches.account,
  };
}

function weatherOf(state: FakeState, written: string): unknown {
  const site = siteOf(written);
  if (!site) return null;
  const ordinary = {
    text: SITE_CODES.indexOf(site) % 3 === 2 ? "UNSAFE" : "Safe",
    observedAt: state.now() - 60_000,
  };
  const { text, observedAt } = state.switches.weather[site] ?? ordinary;
  return {
    Site: site,
    Status: text,
    Updated: observedAt === undefined ? null : dateOf(observedAt, state.switches.dates),
    Temperature: "11.5",
    Humidity: "43 %",
    Wind: "7.2 km/h",
    Gust: "12",
    Cloud: "Clear",
    Rain: "Dry",
    Roof: text.toLowerCase() === "safe" ? "Open" : "Closed",
  };
}

function dateOf(ms: number, style: DateStyle): string {
  if (style === "iso") return new Date(ms).toISOString();
  if (style === "min-value") return "/Date(-62135596800000)/";
  return style === "offset" ? `/Date(${ms}+1000)/` : `/Date(${ms})/`;
}

/** The value on the wire. An ASMX service writes XML to whoever does not ask with a JSON content type. */
export function wrapped(value: unknown, style: WrapStyle, asksForJson: boolean): Response {
  const json = JSON.stringify(value);
  if (style === "xml" || !asksForJson)
    return new Response(
      `<?xml version="1.0" encoding="utf-8"?>\n<string xmlns="http://tempuri.org/">${json.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</string>`,
      { headers: { "content-type": "text/xml; charset=utf-8" } },
    );
  const bodies: Record<Exclude<WrapStyle, "xml">, unknown> = {
    object: { d: value },
    array: { d: Array.isArray(value) ? value : [value] },
    "json-string": { d: json },
    "double-string": { d: JSON.stringify(json) },
    bare: value,
  };
  // The slash is escaped on the wire, as the real serialiser does.
  return jsonOf(JSON.stringify(bodies[style]).replaceAll("/Date(", "\\/Date("));
}

export function jsonOf(text: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}
