/** A scalar of JSON as text; anything deeper as its JSON. Nothing at all is "". */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return JSON.stringify(value);
}
