import { z } from "zod";
import type { JsonObject } from "../../tools/kit/json.ts";
import { checkDeny } from "./raw/deny.ts";
import { guardedUrl } from "./raw/guard.ts";

const names = (...defaults: string[]) => z.array(z.string()).default(defaults);
const path = (standard: string) =>
  z
    .string()
    .default(standard)
    .superRefine((written, context) => {
      try {
        checkDeny(guardedUrl(written.replace("{site}", "SSO"), "https://portal.invalid"));
      } catch {
        context.addIssue({ code: "custom", message: "is no path that may be read" });
      }
    });

const fields = {
  account: z.strictObject({
    points_balance: names("Points", "PointsBalance", "Balance"),
    plan: names("Plan", "PlanName"),
    renewal: names("Renewal", "RenewalDate", "NextRenewal"),
    membership: names("Membership", "MembershipStatus", "Status"),
  }),
  plans: z.strictObject({
    tid: names("Telescope", "TelescopeId", "Tid", "Name"),
    discount_percent: names("Discount", "DiscountPercent"),
    rate_session: names("SessionRate"),
    rate_exposure: names("ExposureRate"),
  }),
  weather: z.strictObject({
    state: names("Status", "State", "Weather", "Safe"),
    observed_at: names("Updated", "ObservedAt", "Time", "Timestamp"),
    temp_c: names("Temperature", "Temp"),
    humidity_pct: names("Humidity"),
    wind_kmh: names("Wind"),
    gust_kmh: names("Gust"),
    cloud: names("Cloud", "Clouds"),
    rain: names("Rain"),
    roof: names("Roof"),
  }),
};

/** What the public does not know about the portal. Every member has a default, and every one may be wrong. */
export const portalMap = z.strictObject({
  login: z.string().default("/"),
  proof: path("/Launchpad.aspx"),
  account: z
    .strictObject({
      path: path("/Services/Portal.asmx/GetAccount"),
      fields: fields.account.prefault({}),
    })
    .prefault({}),
  plans: z
    .strictObject({
      path: path("/Services/Portal.asmx/GetPlans"),
      fields: fields.plans.prefault({}),
    })
    .prefault({}),
  weather: z
    .strictObject({
      path: path("/Services/Portal.asmx/GetWeather?site={site}"),
      fields: fields.weather.prefault({}),
      safe_words: z.array(z.string()).default(["safe", "open", "true"]),
      unsafe_words: z.array(z.string()).default(["unsafe", "closed", "not safe", "false"]),
    })
    .prefault({}),
  reservations: z.strictObject({ path: path("/Reservations.aspx") }).prefault({}),
  raw_paths: z.array(z.string()).default([]),
});
export type PortalMap = z.infer<typeof portalMap>;

/** The member of the first alias that the object has, in any case; undefined where it has none. */
export function pick(from: JsonObject, aliases: readonly string[]): unknown {
  const key = keyAmong(from, aliases);
  return key === undefined ? undefined : from[key];
}

/** The object's own spelling of the first alias that it has. */
export function keyAmong(from: JsonObject, aliases: readonly string[]): string | undefined {
  for (const alias of aliases) {
    const key = Object.keys(from).find((name) => name.toLowerCase() === alias.toLowerCase());
    if (key !== undefined) return key;
  }
  return undefined;
}
