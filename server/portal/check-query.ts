import { PortalFailure } from "./failure.ts";
import { queryNames } from "./openapi.ts";

/** An empty word to search for finds everything, and what is wrong with a path is told with it. */
const MAY_BE_EMPTY = new Set(["q", "path"]);

/**
 * Throws `bad_request` for a query of which a part would go unheard: an unknown name (`bad_path` where a path is asked
 * for, as it may be the rest of it), one that is given twice, or one without a value. An answer about everything would
 * look like one to what was meant.
 */
export function checkQuery(url: URL): void {
  const names = queryNames(url.pathname);
  if (!names) return;
  const given = [...url.searchParams];
  const unknown = given.find(([name]) => !names.includes(name))?.[0];
  if (unknown !== undefined)
    throw new PortalFailure(
      names.includes("path") ? "bad_path" : "bad_request",
      `There is no “${unknown.slice(0, 40)}” here.`,
      { detail: hint(names) },
    );
  for (const [at, [name, value]] of given.entries()) {
    if (name !== "path" && given.findIndex(([other]) => other === name) < at)
      throw new PortalFailure("bad_request", `${name} is given twice.`);
    if (value === "" && !MAY_BE_EMPTY.has(name))
      throw new PortalFailure("bad_request", `${name} is empty.`, {
        detail: "Give it a value, or leave it out.",
      });
  }
}

function hint(names: readonly string[]): string {
  if (names.length === 0) return "This address takes nothing after the ?.";
  const and = names.includes("path") ? " A & or # within the path is written %26 or %23." : "";
  return `This address takes ${names.join(", ")}.${and}`;
}
