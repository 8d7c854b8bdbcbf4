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
