/**
 * The value at a dotted path. Names are matched as written, then without regard to case: the API's own papers write
 * adminNodename and adminNodeName. A leading `config` is forgiven where the field has moved out of it.
 */
export function valueAt(item: object, path: readonly string[]): unknown {
  const found = walk(item, path);
  return found === undefined && path[0] === "config" ? walk(item, path.slice(1)) : found;
}

function walk(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const members = value as Record<string, unknown>; // an object that is no array
    value = Object.hasOwn(members, name) ? members[name] : members[otherCase(members, name)];
  }
  return value;
}

function otherCase(members: Record<string, unknown>, name: string): string {
  const low = name.toLowerCase();
  return Object.keys(members).find((key) => key.toLowerCase() === low) ?? "";
}
