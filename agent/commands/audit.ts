import { defineCommand } from "../command.ts";
import { openSettings, stateFolder } from "../settings.ts";
import { print, type World } from "../world.ts";

export const audit = defineCommand({
  usage: "audit <action>",
  says: "Verify the audit log, or show its last lines",
  examples: [
    ["audit verify", "walks the chain and names the first broken line"],
    ["audit verify --head 42:9f86…", "also against a head that you wrote down"],
    ["audit show --last 5", "what was asked, confirmed and sent"],
  ],
  positionals: {
    action: {
      type: "string",
      choices: ["verify", "show"],
      demandOption: true,
      describe: "What to do",
    },
  },
  flags: {
    head: {
      type: "string",
      requiresArg: true,
      describe: "COUNT:HASH that an earlier verify printed",
    },
    last: { type: "number", default: 20, requiresArg: true, describe: "How many lines to show" },
    json: { type: "boolean", default: false, describe: "Print JSON" },
  },
  async run({ action, head, last, json }, world) {
    const folder = stateFolder(await openSettings(world));
    return action === "verify"
      ? verify(folder, head, json, world)
      : show(folder, last, json, world);
  },
});

async function verify(
  folder: string,
  head: string | undefined,
  json: boolean,
  world: World,
): Promise<number> {
  const { verifyAudit } = await import("../../tools/kit/audit-verify.ts");
  const verdict = await verifyAudit(folder, head === undefined ? undefined : await readHead(head));
  if (json) print(world, JSON.stringify(verdict));
  else if (!verdict.whole) print(world, `Line ${verdict.line} is broken: ${verdict.why}.`);
  else if (verdict.count === 0) print(world, `The audit log is empty (${folder}).`);
  else
    print(
      world,
      `The audit log is whole: ${lines(verdict.count)}.\nHead: ${verdict.count}:${verdict.hash}`,
    );
  return verdict.whole ? 0 : 1;
}

const lines = (count: number) => (count === 1 ? "1 line" : `${count} lines`);

async function readHead(text: string): Promise<{ count: number; hash: string }> {
  const found = /^(\d+):([0-9a-f]{64})$/.exec(text.trim());
  if (found?.[1] !== undefined && found[2] !== undefined)
    return { count: Number(found[1]), hash: found[2] };
  const { HubError } = await import("../../tools/kit/errors.ts");
  throw new HubError("bad-input", "--head is not COUNT:HASH.", {
    advice: "Give what `outpost audit verify` printed after “Head:”.",
  });
}

async function show(folder: string, last: number, json: boolean, world: World): Promise<number> {
  const { auditLines } = await import("../../tools/kit/audit-verify.ts");
  const { HubError } = await import("../../tools/kit/errors.ts");
  if (!Number.isInteger(last) || last < 1)
    throw new HubError("bad-input", "--last is a whole number from 1 on.");
  const { createAuditReader } = await import("../audit-sentence.ts");
  const { isTTY, columns } = world.stdout;
  // Every line is read: the last ones may speak of a call that began before them.
  const read = json ? (line: string) => line : createAuditReader(isTTY ? columns : undefined);
  const kept: string[] = [];
  for await (const line of auditLines(folder)) {
    kept.push(read(line));
    if (kept.length > last) kept.shift();
  }
  for (const line of kept) print(world, line);
  if (kept.length === 0 && !json) print(world, `The audit log is empty (${folder}).`);
  return 0;
}
