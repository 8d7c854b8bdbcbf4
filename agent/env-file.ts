import { parse } from "dotenv";
import { readIfThere, writeWhole } from "../tools/kit/durable.ts";
import { HubError } from "../tools/kit/errors.ts";

/**
 * Sets and removes (undefined) settings in a `.env` file, mode 0600, and leaves every other line as it is. Throws
 * HubError `bad-input` for a value that no line of such a file can hold.
 */
export async function changeEnvFile(
  path: string,
  changes: Record<string, string | undefined>,
): Promise<void> {
  const before = (await readIfThere(path)) ?? "";
  const kept = before
    .split("\n")
    .filter((line) => !(nameIn(line) in changes))
    .join("\n")
    .replace(/\n*$/, "");
  const set = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(name, value)}`],
  );
  await writeWhole(path, `${[...(kept === "" ? [] : [kept]), ...set].join("\n")}\n`);
}

const nameIn = (line: string) => /^\s*(?:export\s+)?([\w.-]+)\s*[=:]/.exec(line)?.[1] ?? "";

/** The value in the quotes that bring it back unchanged. */
function quote(name: string, value: string): string {
  for (const mark of ["", "'", "`", '"']) {
    const written = `${mark}${value}${mark}`;
    if (!/\n|\$\{/.test(value) && parse(`A=${written}\n`).A === value) return written;
  }
  throw new HubError("bad-input", `The value of ${name} cannot be written in a .env file.`, {
    advice: `Put it in a file of mode 0600 and name that in ${name}_FILE.`,
  });
}
