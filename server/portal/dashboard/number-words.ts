import { cleanText, cut } from "../../../tools/kit/untrusted.ts";

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** "1,234.5", with a true minus sign. */
export function numberWords(value: number): string {
  return grouped.format(value).replace("-", "−");
}

/** "+43°" or "−12°": an altitude. */
export function degrees(value: number): string {
  const whole = Math.round(value);
  return `${whole > 0 ? "+" : ""}${numberWords(whole === 0 ? 0 : whole)}°`;
}

/** A word of the portal or the roster, without what only a machine would read. Escaping is the template's. */
export function foreign(text: string, most = 120): string {
  return cut(cleanText(text).replaceAll(/\s+/g, " ").trim(), most);
}
