/** What an answer shows of an object: everything, or the named paths besides the key fields. */
export type Selection = "all" | string[][];

/**
 * Reads `fields`: `:all:`, `:none:` (key fields only), or names, dotted or not, separated by commas. A parent's name
 * takes all its children. Names that no object has are passed over.
 */
export function parseFields(text: string): Selection {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== ":none:");
  return names.includes(":all:") ? "all" : names.map((name) => name.split("."));
}

/** The part of an object that a selection shows, in the object's own order at the top. */
export function select(item: object, selection: Selection): object {
  if (selection === "all") return item;
  const shown: Record<string, unknown> = {};
  for (const path of selection) copy(item as Record<string, unknown>, shown, path); // wire objects are records
  return shown;
}

function copy(from: Record<string, unknown>, to: Record<string, unknown>, path: string[]): void {
  const [name, ...rest] = path;
  if (name === undefined || !Object.hasOwn(from, name)) return;
  const value = from[name];
  if (rest.length === 0 || typeof value !== "object" || value === null) {
    to[name] = value;
    return;
  }
  if (to[name] === value) return; // the parent was named as well
  to[name] ??= {};
  const part = to[name] as Record<string, unknown>; // made here, or copied from an object
  copy(value as Record<string, unknown>, part, rest); // an object, as tested above
}
