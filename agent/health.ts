import { z } from "zod";
import { cut } from "../tools/kit/untrusted.ts";
import type { HubStatus } from "./hub.ts";
import type { ToolAnswer, ToolSet } from "./tool-set.ts";

export type Health = HubStatus["cluster"];

const SUMMARY = "cluster_summary";
const PATIENCE_MS = 20_000;

/** The members of a summary that the status line needs; whatever else it holds is none of its business. */
const Summary = z.object({ health: z.string(), problems: z.array(z.unknown()).optional() });

/** One read of the cluster's own summary. Never rejects; undefined where it was aborted. */
export async function readHealth(tools: ToolSet, signal: AbortSignal): Promise<Health | undefined> {
  if (!tools.list.some(({ card }) => card.name === SUMMARY))
    return { state: "none", words: "no cluster" };
  try {
    const answer = await tools.call(
      SUMMARY,
      {},
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
        progress: () => undefined,
      },
    );
    return healthOf(answer);
  } catch {
    return signal.aborted
      ? undefined
      : { state: "unreachable", words: "the cluster did not answer" };
  }
}

function healthOf(answer: ToolAnswer): Health {
  if (!answer.ok) return { state: "unreachable", words: cut(firstLine(answer.plain), 120) };
  const summary = Summary.safeParse(answer.data);
  if (!summary.success) return { state: "healthy", words: "reachable" };
  const { health, problems = [] } = summary.data;
  const well = /^(healthy|ok|good|active)$/i.test(health) && problems.length === 0;
  if (well) return { state: "healthy", words: "healthy" };
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return { state: "degraded", words: problems.length > 0 ? count : health.toLowerCase() };
}

/** What a failed call says about the cluster; undefined where it says nothing. */
export function healthFromFailure(problem: string | undefined, text: string): Health | undefined {
  return problem === "unavailable" || problem === "sign-in" || problem === "timed-out"
    ? { state: "unreachable", words: cut(firstLine(text), 120) }
    : undefined;
}

const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";
