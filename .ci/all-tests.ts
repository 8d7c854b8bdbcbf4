import { readdirSync } from "node:fs";

// One process for all tests: a process a file costs 0.4 s each. Arguments name folders or files.
const places = process.argv.slice(2);
const folders = ["agent", "tools", "mcp-servers", "device", "server", "config"];
for (const place of places.length > 0 ? places : folders) {
  if (place.endsWith(".ts")) await import(`../${place}`);
  else
    for (const file of readdirSync(place, { recursive: true, encoding: "utf8" }).sort())
      if (file.endsWith(".test.ts")) await import(`../${place}/${file}`);
}
