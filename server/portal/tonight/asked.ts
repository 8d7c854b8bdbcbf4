import { z } from "zod";
import { NIGHT_WORDS } from "../../../tools/portal/contract-nights.ts";

const number = (least: number, most: number) => z.coerce.number().min(least).max(most);
const date = z
  .union([z.iso.date().regex(/^(19|20)/), z.enum(NIGHT_WORDS)])
  .describe("The night that begins on this day at the site; a day of the week is the next one");
/** What may be asked of a ranking, as texts of a query. `ra` in hours, `dec` and `min_alt` in degrees. */
export const asked = z.object({
  site: z.string().max(10).optional(),
  tid: z.string().max(10).optional(),
  target: z.string().min(1).max(80).optional(),
  ra: number(0, 23.99999).optional(),
  dec: number(-90, 90).optional(),
  date: date.optional(),
  min_alt: number(0, 89).optional(),
  min_hours: number(0, 24).default(1),
  limit: number(1, 100).pipe(z.int()).default(20),
  moon: z.enum(["any", "good"]).default("any"),
});
export type Asked = z.infer<typeof asked>;

/** The same for a person whose argument is not usable. */
export const TAKES: Readonly<Record<string, string>> = {
  site: "the code of a site, such as SSO",
  tid: "T and a number, such as T5",
  target: "a name of 1 to 80 characters",
  ra: "hours from 0 to 24",
  dec: "degrees from -90 to 90",
  date: "YYYY-MM-DD, tonight, tomorrow or a day of the week",
  min_alt: "degrees from 0 to 89",
  min_hours: "hours from 0 to 24",
  limit: "a whole number from 1 to 100",
  moon: "any or good",
};
