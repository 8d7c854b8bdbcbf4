import { proveAudit } from "../mcp-servers/audit-proof.fixture.ts";

/** The full figure: 1,000 writes from three processes, ten of them killed in mid-work, 950 allowed. */
const since = performance.now();
const proved = await proveAudit({ writes: 1000, budget: 950, kills: 10 });
const seconds = Math.round((performance.now() - since) / 1000);
console.log(`audit chain whole, one budget: ${JSON.stringify(proved)} in ${seconds} s`);
