// Types, format and import rules, promises, and what nobody uses: side by side, because each alone leaves cores idle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const CHECKS = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));

const ended = CHECKS.map(async ([name, command]) => {
  const [program, ...args] = command.split(" ");
  const child = spawn(join(root, "node_modules/.bin", program), args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // Two of them are Go programs that live for seconds: most of what they would collect, their end frees anyway.
    env: { GOGC: "400", ...process.env },
    shell: process.platform === "win32",
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => said.push(piece));
  const [code] = await once(child, "close");
  return { name, code, text: Buffer.concat(said).toString("utf8") };
});

for (const check of ended) {
  const { name, code, text } = await check;
  if (code === 0) continue;
  process.exitCode = 1;
  console.log(`== ${name} (exit code ${code})\n${text}`);
}
if (!process.exitCode)
  console.log(`${CHECKS.map(([, command]) => command.split(" ")[0]).join(", ")}: nothing found`);
