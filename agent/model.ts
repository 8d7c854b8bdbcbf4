import type { Settings } from "../config/schema.ts";
import type { Llm } from "../tools/llm/llm.ts";
import type { System } from "./systems/system.ts";
import { SYSTEMS } from "./systems/systems.ts";

export type ModelChoice = { kind: "offline" } | { kind: "anthropic"; name: string; place: string };

type ModelSettings = Pick<
  Settings,
  | "OUTPOST_MODEL"
  | "OUTPOST_MODEL_NAME"
  | "ANTHROPIC_API_KEY"
  | "ANTHROPIC_AUTH_TOKEN"
  | "ANTHROPIC_BASE_URL"
>;

/** Who drives the conversation: what is said so, else a language model where there is a way to one. */
export function modelChoice(settings: ModelSettings): ModelChoice {
  const { OUTPOST_MODEL, ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL } = settings;
  const reachable = ANTHROPIC_API_KEY ?? ANTHROPIC_AUTH_TOKEN ?? ANTHROPIC_BASE_URL;
  if (OUTPOST_MODEL === "offline" || (OUTPOST_MODEL === undefined && reachable === undefined))
    return { kind: "offline" };
  return {
    kind: "anthropic",
    name: settings.OUTPOST_MODEL_NAME ?? "the default model",
    place: ANTHROPIC_BASE_URL ?? "api.anthropic.com",
  };
}

/** The model of these settings. Costs nothing until its first reply. */
export async function openModel(settings: Settings): Promise<Llm> {
  if (modelChoice(settings).kind === "offline") {
    const [{ createOperator }, ...systems] = await Promise.all([
      import("./operator/operator.ts"),
      ...SYSTEMS.flatMap((system: System) => (system.operator ? [system.operator(settings)] : [])),
    ]);
    // Those that are not set up too: it says of them how they are.
    return createOperator(systems);
  }
  const { createAnthropic } = await import("../tools/llm/anthropic.ts");
  return createAnthropic({
    apiKey: settings.ANTHROPIC_API_KEY?.reveal(),
    authToken: settings.ANTHROPIC_AUTH_TOKEN?.reveal(),
    baseUrl: settings.ANTHROPIC_BASE_URL,
    model: settings.OUTPOST_MODEL_NAME,
  });
}
