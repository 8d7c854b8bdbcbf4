import { iso } from "./answers.ts";
import type { Inputs, Wishes } from "./inputs.ts";
import { type Tonight, tonight } from "./tonight.ts";

const KEPT_MS = 30_000;
const MOST_KEPT = 50;

/**
 * Rankings, each made once in half a minute for the same wishes and the same knowledge: a telescope that stops
 * answering or weather that turns make a new one at once, and only the hour and the reading's age go on by themselves.
 */
export function rankingCache(): (inputs: Inputs, wishes: Wishes) => Tonight {
  const kept = new Map<string, { answer: Tonight; at: number }>();
  return (inputs, wishes) => {
    const { now, skies, weather, ...known } = inputs;
    const states = weather.map(({ site, state }) => site + state);
    const nights = skies.map(({ site, validUntil }) => site.code + validUntil.getTime());
    const key = JSON.stringify([wishes, states, nights, known]);
    const found = kept.get(key);
    const age = found ? now.getTime() - found.at : KEPT_MS;
    if (found && age >= 0 && age < KEPT_MS) return asOf(found.answer, inputs);
    if (kept.size >= MOST_KEPT) kept.clear();
    const answer = tonight(inputs, wishes);
    kept.set(key, { answer, at: now.getTime() });
    return answer;
  };
}

function asOf(answer: Tonight, { now, weather }: Inputs): Tonight {
  const ages = weather.map(({ ageSeconds }) => ageSeconds).filter((age) => age !== null);
  const oldest = ages.length > 0 ? Math.max(...ages) : null;
  return { ...answer, as_of: iso(now), inputs: { ...answer.inputs, weather_age_s: oldest } };
}
