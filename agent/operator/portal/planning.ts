import type { Card } from "../card.ts";
import { ending, given } from "../resolve.ts";
import type { Slots } from "../slots.ts";
import { askSites } from "./ask-sites.ts";

const NO_CALENDAR =
  "I know tonight, tomorrow, the days of this week, and any night by its date. Say for example: what can I image on 2026-12-01?";
const MOON =
  "{moon=good} ([that is|that are] (far|away|well away) from the moon | without the moon | with no moon | despite the moon | away from moonlight)";

const HIGH = "(above|over|higher than) {min_alt:count} [degrees|deg|degree]";
const WHERE_WHEN = ["@here", "@with", "@time", "@date", "@later"];

export const what: Card = {
  name: "tonight",
  effect: "reads",
  examples: ["what can I image tonight?", "what can I shoot tonight from Chile?"],
  heads: [
    "what (can|could|should|may|shall|might|would) (i|we|one|you|be) ~ [best] (<shoot>|imaged|recommend|suggest|shot|seen) ~",
    "what (is|are) [the] [best|good|worth] (good|best|up|visible|observable|well placed|high|worth it|possible|in the sky|there to image|there to see|out there|up there) ~ [for] ~",
    "what (is|are) ~ worth (<shooting>|a look|a shot) ~",
    "what to (<shoot>) ~",
    "what (do|would) you (recommend|suggest|propose) [i <shoot>|to <shoot>|for] ~",
    "(what|which) [of the] [good|best] <targets> ~ [(are|is) [there] ~ [best|good|up|visible|possible|well placed|worth it|worth <shooting>] | (can|should|could) (i|we) <shoot>] ~",
    "(what|which) (are|is) [the|my|our] ([{limit:count}] [best|good|top] | (best|top) {limit:count}) <targets> ~",
    "(are there|is there|do i have|do we have|have we) [any|a|some] [good|decent|nice] (<targets>|thing up|thing to <shoot>) ~",
    "any [good] <targets> ~",
    "[<show>|suggest|recommend|propose|pick|find] [me|us] [the|a|some|any|my|an] ([{limit:count}] [best|good|top|nice|interesting] | (best|top) {limit:count}) <targets> ~ [to <shoot>] ~",
    "(suggest|recommend|propose|pick|find|give) [me|us] (something|anything|{limit:count}) [good|nice|interesting] [to <shoot>] ~",
    "(anything|something) [good|nice|interesting|worthwhile|worth <shooting>] [to <shoot>] [up] ~",
    "(is there|are there) anything [good|nice|interesting|worth <shooting>] [to <shoot>] [up] ~",
    "plan [my|our|the|a] [imaging|observing] (night|session|evening) ~",
    "[<show>] [me] [the|my|a] [imaging] (plan|plans|ranking|picks|programme|program) for ~",
    "what about ~ tonight",
    "where should i point ~",
    "[what is on|what is in the sky] tonight ~",
    "any [good] (recommendations|recommendation|suggestions|suggestion|ideas|idea|tips|proposals) ~",
    "(do|have) you [have|got] [any|a] [good] (recommendations|recommendation|suggestions|suggestion|ideas|idea|tips) ~",
    "what (would|could|might) be [a|the] [good|best|nice] [thing|choice] [<targets>] [to <shoot>] ~",
    "(what|which) [is|are] [up|out|high|visible|there] [in|over|above] [the] sky ~",
    "(got|have you got|have we got|is there|have) (anything|something) [good|nice|interesting] [to <shoot>] ~",
    "(which|what) <targets> (should|can|could|shall|do) (i|we|you) (go for|try|pick|choose|attempt|aim for) ~",
    "[the] (top|best) [{limit:count}] [<targets>|things] [to <shoot>] ~",
    "(which|what) (nebula|nebulae|galaxy|galaxies|clusters|planetary nebulae) (can|could|should) (i|we) <shoot> ~",
    "(i|we) have [{time:seconds}|some time|time|a few hours] ~ what (should|can|could) (i|we) <shoot> ~",
    "(suggest|recommend|propose|pick|find|choose|give) [me|us] (something|anything|a target|an object) ~ [to <shoot>] ~",
    "+1 [<show>] [me] tonight",
    "help me plan [my|our|the|a] night ~",
    "[<show>] [me|us] tonight 's <targets> ~",
    "[the] (best|good|nice) (galaxy|nebula|cluster|target|object) ~",
  ],
  adjuncts: [...WHERE_WHEN, MOON, HIGH, "(for|at least|for at least|for more than) {time:seconds}"],
  about: {
    ...weighing(3, "targets recommendations recommendation suggestions"),
    ...weighing(2, "tonight target ideas"),
    ...weighing(1, "image imaging shoot night nice good worth"),
  },
  go: (slots) => (slots.later ? ending(NO_CALENDAR) : askSites("tonight", slots, wishes(slots))),
};

export const see: Card = {
  name: "visibility",
  effect: "reads",
  examples: ["which telescopes can see M31 tonight?", "when can I see the Orion Nebula from Utah?"],
  heads: [
    "(which|what) [of the|of our] (<telescopes>|<telescope>|sites|site|observatories) ~ (can|could|will|is able to|are able to) [currently] (<shoot>|reach) @object ~",
    "(which|what) [of the] (<telescopes>|<telescope>) (is|are) [best|good|right] for @object ~",
    "(which|what) [of the] (<telescopes>|<telescope>) (should|could|can|would|do|shall) (i|we|you) [best] (use|take|choose|pick|need|recommend) (for|on|to <shoot>) @object ~",
    "how (does|do|will|would) @object (look|do) ~",
    "(when|where|from where|at which site|from which site|at what time|how long) ~ (can|could|should|do|is it best to|would) [i|we|one] [best] (<shoot>|be seen|reach) @object ~ [from]",
    "(when|where|from where) (can|could) @object be (seen|imaged|observed|photographed) ~",
    "(can|could|may) (i|we|one) ~ <shoot> @object ~",
    "(can|could) @object be (seen|imaged|observed|photographed) ~",
    "(is|are) @object ~ [currently] (visible|up|observable|well placed|above the horizon|high enough|high|in the sky|out|possible|worth it) ~",
    "(when|where|from where) (is|are|will) @object [be] ~ (visible|up|observable|highest|well placed|high|at its highest|best|best placed|transiting|above the horizon) ~",
    "@object is (visible|up|observable|high enough|well placed) ~",
    "when does @object (rise|set|transit|culminate|come up|go down|peak|get high) ~",
    "how (high|low) (does|is|will|can|do) @object [get|go|be|stand|rise|climb] ~",
    "(what|how) (is|about) the (visibility|altitude|elevation|position) of @object ~",
    "[<show>] [me] [the] (visibility|altitude|curve|elevation|observability) (of|for) @object ~",
    "[from|at] (which|what) (sites|site|observatories|telescopes) (is|are|can) @object [best] (visible|up|observable|seen|be seen|imaged|highest) ~ [from]",
    "[at] what time (is|does|will) @object [be] (highest|up|visible|rise|set|transit|culminate|at its highest|best placed|peak) ~",
    "(can|could|will|does) [the] {telescope:telescope} (<shoot>|reach|get to) @object ~",
    "(does|will|is) @object (get|rise|climb|go|reach|come|be|stand) ~ [up|high|high enough|visible] ~",
    "[what is] [the] best (site|telescope|place|time|scope|observatory) (for|to <shoot>|for <shooting>) @object ~",
    "how long (is|can i <shoot>|can we <shoot>) @object [up|visible|observable|above the horizon] ~",
    "[who|which site|which sites] (sees|see) @object ~",
    "{target:target} (tonight|visibility) ~",
  ],
  adjuncts: [...WHERE_WHEN, "@elsewhere", HIGH],
  about: {
    ...weighing(3, "visibility"),
    ...weighing(2, "{target} visible altitude highest"),
    ...weighing(1, "high best see when where which time above tonight up"),
  },
  go(slots) {
    if (slots.later) return ending(NO_CALENDAR);
    if (typeof slots.target !== "string")
      return ending("Which object? Say for example: when can I see M31 from Utah?");
    return askSites("visibility", slots, given(without(slots, "site")));
  },
};

const night: Card = {
  name: "night",
  effect: "reads",
  examples: ["when do I get dark at Siding Spring?", "is the moon up at SSO?"],
  heads: [
    "(when|at what time|what time|how soon) (do|does|will|can|is|am|are) [it|i|we|the sky] ~ [get|be|have|become|going to be|turn] [fully|really|astronomically] @dark ~ [start|begin|fall|end|over|set in|come]",
    "(when|at what time|what time) (does|do|will|is) ~ [astronomical|the] (night|darkness|dark|twilight|dusk|dawn|sunset|sunrise|imaging) ~ [start|begin|fall|end|over|finish]",
    "(when|at what time|what time) (does|do|will|can) (@here|the roofs|the roof|the sites|the observatories|they|it) ~ (open|close|get dark|be dark|open up|start) ~",
    "(how long|how many hours) (is|until|till|before|of|does|will|do) [it|the] [is|gets|be] [the|it] [get|stay|left] ~ (@dark|dark) ~ [last|left|is it|be]",
    "how (much|many hours of) (darkness|dark|night) [time] ~ [is left|is there|do i have|do i get|remains|do we have|left] ~",
    "how (much|many hours of|many hours) (darkness|dark|night) (does|will) @here (get|have) ~",
    "is it [still|already|really] (dark|night|daytime|day|twilight|light) ~",
    "(where|which sites|which site) (is|are) [it] [still|already|currently] (dark|night|in darkness|open) ~",
    "[<show>] [me] [the|tonight 's] (night|nights|sky|darkness|dark hours|dark time|twilight|sun|moon) [times|hours|data|calendar] ~",
    "(how|what) (is|about) the moon [doing|like|phase] ~",
    "(is|when is) the moon [still|going to be] (up|down|out|set|risen|above the horizon|full|bright|a problem|in the way) ~",
    "(which|what) (site|sites|observatory|observatories) (opens|open|gets dark|get dark|is dark|starts) (first|next|soonest|earliest) ~",
    "will the moon [be] (up|down|out|full|bright|a problem|in the way|bother me|bother us|disturb|disturb me|interfere) ~",
    "(what|how) (is|full|bright|big|high) [is] [the] (moon|moon phase|phase of the moon|moonlight) [phase|illumination] ~",
    "when does the (moon|sun) (rise|set|come up|go down) ~",
    "(moon|moon phase|moonrise|moonset|sunset|sunrise|twilight|darkness) [times] ~",
    "how many dark hours [are there|do i have|do we have|do i get] ~",
  ],
  adjuncts: ["@here", "@elsewhere", "@time", "@date", "@later"],
  about: {
    ...weighing(3, "dark darkness twilight sunset sunrise"),
    ...weighing(2, "moon"),
    ...weighing(1, "phase full bright up tonight"),
  },
  go: (slots) =>
    slots.later
      ? ending(NO_CALENDAR)
      : askSites("tonight", slots, given({ nights: true, date: slots.date })),
};

/** What the ranking takes of a sentence. "I have two hours" asks for as long in the dark. */
function wishes({ telescope, target, limit, moon, date, min_alt, time }: Slots) {
  const hours = typeof time === "number" ? { min_hours: Math.min(12, time / 3600) } : {};
  return given({ telescope, target, limit, moon, date, min_alt, ...hours });
}

function weighing(weight: number, words: string): Record<string, number> {
  return Object.fromEntries(words.split(" ").map((word) => [word, weight]));
}

function without(slots: Slots, name: string): Slots {
  return Object.fromEntries(Object.entries(slots).filter(([slot]) => slot !== name));
}

export const PLANNING: readonly Card[] = [what, see, night];
