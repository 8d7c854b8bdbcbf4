import type { Card } from "../card.ts";
import { ending, given, once } from "../resolve.ts";
import { askSites } from "./ask-sites.ts";

const NO_FORECAST =
  "Weather here is a reading of now: the portal gives no forecast, and nothing is kept of before. Say for example: is it safe at SSO?";

export const weather: Card = {
  name: "weather",
  effect: "reads",
  examples: ["is it safe at SSO?", "how is the weather?"],
  heads: [
    "is (it|@here|the sky|the weather|everything) ~ [still|currently] (<safe>|ok|good enough|good|fine) ~ [to (image|observe|open|shoot)] ~",
    "is (it|@here) not <safe> ~ [to (image|observe|open|shoot)] ~",
    "is (it|the sky) [still|currently] (clear|safe|<bad-weather>) [enough] @elsewhere ~",
    "(it|@here) is (<safe>|clear|ok) ~",
    "is @here [still|currently] (open|closed|shut) ~",
    "(is|are) ~ (it|the sky|the skies|@here) ~ [still|currently|very|too] <bad-weather> ~",
    "(what|which) [of the] (sites|site|observatories) (is|are) ~ [still|currently] (<safe>|clear|good|ok|open for imaging) ~",
    "(are|is) [all|any|the|all the|any of the|all of the] [of] [the] (sites|site|observatories) ~ (<safe>|clear|ok) ~",
    "(what|which) [of the] (sites|site|observatories) (is|are) not (<safe>|clear|ok|open) ~",
    "why is [it] @here [it] [not] (closed|shut|open|<safe>|unknown) ~",
    "is [the] (roof|dome|observatory) [still|currently] (open|closed|shut) ~",
    "will (it|the sky|the weather) [be|stay|get] [very|too] (<bad-weather>|<safe>|good|ok) ~",
    "[what is|how is|what about|<show>] [me] [the] [<weather>] {later=true} forecast ~",
    "where is it ~ (<safe>|clear|good) ~ [to (image|observe|shoot)]",
    "(how|what) (is|are|about) [the] [current] (<weather>|<reading>) [doing|looking|like|report|state|status] ~",
    "what does the (weather|sky) look like ~",
    "[<show>] [me|us] [the] [current] [latest] (<weather>|<reading>) [report|state|status|readings|reading] ~",
    "how (cloudy|windy|humid|cold|warm|wet|clear|bad|good|safe|hot) is (it|the weather|the sky|the wind|@here) ~",
    "(can|could|may) (i|we) (image|observe|shoot|open) ~ @here ~",
    "(any|much|is it) (rain|wind|cloud|clouds|fog|snow|storm|storms|dew) ~",
    "is there [any|a|much] (rain|wind|cloud|clouds|fog|snow|storm) ~",
    "will it rain ~",
    "{site:site} (weather|safe|conditions) ~",
    "(is|are) [the] ({site:site}|<weather>) ~ <safe> ~",
    "{site:site} 's <weather>",
  ],
  adjuncts: [
    "@here",
    "@time",
    "@date",
    "@later",
    "{later=true} yesterday",
    "(enough|for imaging|to image|outside|out there)",
    "{there=true} there",
  ],
  about: {
    weather: 3,
    cloudy: 3,
    clouds: 2,
    rain: 2,
    humidity: 3,
    wind: 2,
    safe: 3,
    temperature: 2,
  },
  go: (slots) =>
    slots.later || slots.date !== undefined
      ? ending(NO_FORECAST)
      : askSites("portal_weather", slots),
};

export const status: Card = {
  name: "telescope status",
  effect: "reads",
  examples: ["is T5 up?", "which telescopes are up?"],
  heads: [
    "(is|are) [the] {telescope:telescope} ~ [currently|still] <answering> ~",
    "(is|are) [the] {telescope:telescope} not <answering>",
    "[the] {telescope:telescope} is <answering> ~",
    "does [the] {telescope:telescope} (answer|respond|work) ~",
    "what is (wrong|up|the matter|the problem) with [the] {telescope:telescope} ~",
    "why is [the] {telescope:telescope} [not] (<answering>|out of service|closed|unavailable|unreachable) ~",
    "(can|could) (i|we) (reach|connect to|use|contact) {telescope:telescope} ~",
    "[<show>|what is|how is] [me] [the] (status|state|reachability|availability|health) (of|for) [the] {telescope:telescope} ~",
    "{telescope:telescope} (status|state) ~",
    "(ping|check on|check) {telescope:telescope} ~",
    "(how|what) (is|about) {telescope:telescope} [doing|today] ~",
    "(which|what) [of the|of our|of my] <telescopes> ~ (are|is|do) [not] ~ (<answering>|answer|respond|work) ~",
    "(are|is) [@all] [of] [the] (<telescopes>|<telescope>) ~ <answering> ~",
    "(do|does) [@all] (<telescopes>|<telescope>) ~ (answer|respond|work) ~",
    "[<show>] [me] [the] (status|state|health|reachability) of [@all] (<telescopes>|control servers) ~",
    "[<show>] [me] [@all] (telescope|scope|scopes|telescopes) (status|states|reachability) ~",
    "how many <telescopes> are <answering> ~",
  ],
  adjuncts: ["@at", "@time"],
  about: { reachable: 3, online: 3, offline: 3 },
  go: (slots) =>
    slots.telescope === undefined
      ? askSites("scope_status", slots)
      : once("scope_status", given({ telescope: slots.telescope })),
};

const roster: Card = {
  name: "telescopes",
  effect: "reads",
  examples: ["list the telescopes", "tell me about T5"],
  heads: [
    "[<show>] [me|us] [(a|the) list of] [@all] (<telescopes>|telescope list|roster|fleet) ~",
    "(what|which) <telescopes> ~ [are there|do we have|do i have|exist|are available|is there|can i use|are ours] ~",
    "(what|which) <telescopes> (are|stand) ~",
    "(what|which) <telescopes> do (you|they) (have|offer|know) ~",
    "(what|which) [of the|of our] (<telescope>|<telescopes>) (has|have|offers|comes with) [the] (widest|largest|biggest|smallest|narrowest|longest|shortest|best|most) (field|fields|field of view|aperture|mirror|focal length|scale|filters) ~",
    "(what|which) is [the|our] (widest|largest|biggest|smallest|narrowest|longest|shortest|fastest) [field|aperture|mirror] (<telescope>|telescope of all) ~",
    "(what|which) (camera|filters|filter|optics|sensor) (is|are) [there] [on|in|at] [the] {telescope:telescope} ~",
    "(info|information|details|facts|specs) (on|about|for|of) [the] {telescope:telescope} ~",
    "how many <telescopes> ~ [are there|do we have|do i have|does @here have] ~",
    "(what|which) <telescopes> (have|has|with|come with|offer) [a|an|the] {filter:filter} [filter|filters] ~",
    "[<show>] [me] [@all] <telescopes> with [a|an|the] {filter:filter} [filter|filters] ~",
    "does [the] {telescope:telescope} have [a|an|any] [{filter:filter}] (filter|filters)",
    "(<show>|describe|explain) [me] [about|the details of|details of|all about|details on|details for|more about] [the] {telescope:telescope} ~",
    "(details of|all about|details on|details for|more about|about) [the] {telescope:telescope} ~",
    "(tell me|what do you know|what can you tell me) about [the] {telescope:telescope} ~",
    "what is [the] {telescope:telescope} ~",
    "what kind of (telescope|scope|instrument) is {telescope:telescope}",
    "where is [the] {telescope:telescope} ~",
    "(what|which) (camera|filters|filter|aperture|field|field of view|fov|optics|focal length|focal ratio|f-ratio|scale|pixel scale|sensor|limits|altitude limit) (does|has|is on|do|is there on) {telescope:telescope} [have|got|use] ~",
    "(what is|how (big|large|wide) is) [the] (camera|aperture|field|field of view|fov|focal length|focal ratio|f-ratio|scale|pixel scale|sensor|altitude limit|mirror) (of|on) {telescope:telescope} ~",
    "[<show>] [me] [the] (camera|filters|aperture|field|field of view|fov|optics|focal length|specs|specifications|details) (of|on|for) {telescope:telescope} ~",
    "{telescope:telescope} 's (camera|filters|aperture|field|field of view|fov|optics|focal length|specs)",
    "how (big|large) is {telescope:telescope} ~",
  ],
  adjuncts: ["@at", "@time", "in the roster"],
  about: { telescopes: 3, roster: 3, camera: 2, filters: 2 },
  go: (slots) =>
    slots.telescope === undefined
      ? askSites("portal_telescopes", slots, given({ filter: slots.filter }))
      : once("portal_telescopes", given({ telescope: slots.telescope })),
};

export const OBSERVING: readonly Card[] = [weather, status, roster];
