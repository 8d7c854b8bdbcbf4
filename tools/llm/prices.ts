import type { Usage } from "./llm.ts";

/** US dollars for a million tokens: plain input, output, cache read, cache write for 5 minutes and for an hour. */
type Rates = { input: number; output: number; read: number; write: number; writeHour: number };

const rates = (input: number, output: number, read: number): Rates => ({
  input,
  output,
  read,
  write: input * 1.25,
  writeHour: input * 2,
});

/** As published on 2026-11-21. */
const PRICES: { [model: string]: Rates } = {
  "claude-fable-5-1": rates(10, 50, 0.25),
  "claude-opus-5-5": rates(4, 20, 0.2),
  "claude-opus-5": rates(5, 25, 0.5),
  "claude-opus-4-8": rates(5, 25, 0.5),
  "claude-sonnet-5-5": rates(2, 10, 0.1),
  "claude-sonnet-5": rates(2, 10, 0.2),
  "claude-haiku-5-5": rates(0.1, 0.5, 0.01),
};

// This one costs five times as much where the prompt is longer than 100,000 tokens.
const HAIKU_LONG = rates(0.5, 2.5, 0.05);
const HAIKU_LONG_FROM = 100_000;

/** What one reply cost in US dollars; undefined where the price of the model is not known. */
export function costOf(model: string, usage: Usage): number | undefined {
  const known = PRICES[model];
  if (!known) return undefined;
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const price = model === "claude-haiku-5-5" && prompt > HAIKU_LONG_FROM ? HAIKU_LONG : known;
  const hour = usage.cacheWriteHour ?? 0;
  return (
    (usage.input * price.input +
      usage.output * price.output +
      usage.cacheRead * price.read +
      (usage.cacheWrite - hour) * price.write +
      hour * price.writeHour) /
    1_000_000
  );
}
