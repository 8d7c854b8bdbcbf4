import { withTimeLimit } from "../tools/kit/time-limit.ts";
import { cut } from "../tools/kit/untrusted.ts";
import type { SystemHealth } from "./hub.ts";
import type { HealthProbe } from "./systems/system.ts";
import type { ToolSet } from "./tool-set.ts";

const PATIENCE_MS = 20_000;

/** One look at a system, by its own tool. Never rejects; undefined where it was aborted. */
export async function readHealth(
  probe: HealthProbe,
  tools: ToolSet,
  signal: AbortSignal,
): Promise<SystemHealth | undefined> {
  const { name } = probe;
  const limit = withTimeLimit(signal, PATIENCE_MS);
  try {
    const answer = await tools.call(
      probe.tool,
      {},
      {
        signal: limit.signal,
        progress: () => undefined,
      },
    );
    return answer.ok
      ? { name, ...probe.read(answer.data) }
      : { name, state: "unreachable", words: firstLine(answer.plain) };
  } catch {
    return signal.aborted
      ? undefined
      : { name, state: "unreachable", words: `the ${name} did not answer` };
  } finally {
    limit.release();
  }
}

/** What a failed call says about its system; undefined where it says nothing. */
export function healthFromFailure(
  name: string,
  problem: string | undefined,
  text: string,
): SystemHealth | undefined {
  return problem === "unavailable" || problem === "sign-in" || problem === "timed-out"
    ? { name, state: "unreachable", words: firstLine(text) }
    : undefined;
}

const firstLine = (text: string) => cut(text.split("\n", 1)[0] ?? "", 120);
