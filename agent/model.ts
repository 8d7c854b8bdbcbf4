import type { Settings } from "../config/schema.ts";
import type { Llm } from "../tools/llm/llm.ts";

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
export async function openModel(settings: ModelSettings): Promise<Llm> {
  if (modelChoice(settings).kind === "offline") {
    const { createOperator } = await import("./operator/operator.ts");
    return createOperator();
  }
  const { createAnthropic } = await import("../tools/llm/anthropic.ts");
  return createAnthropic({
    apiKey: settings.ANTHROPIC_API_KEY?.reveal(),
    authToken: settings.ANTHROPIC_AUTH_TOKEN?.reveal(),
    baseUrl: settings.ANTHROPIC_BASE_URL,
    model: settings.OUTPOST_MODEL_NAME,
  });
}
