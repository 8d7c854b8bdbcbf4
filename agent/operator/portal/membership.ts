import type { Card } from "../card.ts";
import { given, once } from "../resolve.ts";
import { askSites } from "./ask-sites.ts";

const account: Card = {
  name: "account",
  effect: "reads",
  examples: ["how many points do I have?"],
  heads: [
    "how (many|much) <points> (do i have|do we have|have i got|are left|is left|have i|are there|do i still have|remain|can i spend|am i left with) ~",
    "how (many|much) <points> (do i have|do we have|have i got|are left|have i) [left] and when (does|do|will) (my|our|the) (plan|membership|subscription|account|points) (renew|expire|run out|end|reset) ~",
    "[<show>] [me|us] [the|my|our] [remaining|current] (<points>|account|point balance|points balance|membership|subscription) [status|left|details|balance|information|info] ~",
    "(what|how) (is|about|are) [the|my|our] [remaining|current] (<points>|account|point balance|points balance|membership) [status|balance|left] ~",
    "<points> [left|remaining]",
    "(which|what) (plan|membership|subscription) (am i on|do i have|is mine|are we on|do we have|have i got|is it)",
    "(what|which) is (my|our) (plan|membership|subscription)",
    "[<show>] [me] (my|our) (plan|membership|subscription)",
    "when (does|do|is|will) (my|our|the) (plan|membership|subscription|account|points|billing cycle|cycle) (renew|renewed|renewal|expire|run out|due|end|be renewed|up for renewal|reset) ~",
    "when is (my|our|the) (renewal|next renewal|renewal date) ~",
    "(do|have) (i|we) [have] (enough|any|got enough) <points> [left] ~ [for a (night|session)]",
    "am i (low on|out of|running out of|short of) <points>",
    "(is|are) (my|our|the) (account|telescopes|access) (locked|active|open|ok) ~",
    "my (account|balance|membership)",
  ],
  adjuncts: ["@time", "(on|in) (my|the|our) account"],
  about: { points: 3, balance: 3, membership: 3, renew: 2, renewal: 3 },
  go: () => once("portal_account"),
};

const prices: Card = {
  name: "prices",
  effect: "reads",
  examples: ["how much does T11 cost?", "which telescope is the cheapest?"],
  heads: [
    "how much (does|is|do|are) [the] {telescope:telescope} [cost|costs] ~",
    "how much (do|does|are) [@all] (<telescopes>|<telescope>|an hour|a night) [cost] ~",
    "(what|how much) (does|do|will|would) [an hour on|an hour with|using|imaging with] [the] {telescope:telescope} cost ~",
    "how (much|many <points>) (would|will|does|do) {time:seconds} (on|with|of) [the] {telescope:telescope} (cost|be) ~",
    "(what|how) (is|are|about) [the|my|our] (<price>|<discount>) [of|for|on|with] [[the] {telescope:telescope}] ~",
    "(what|which|how much) <discount> (do|does|can|have|is there|are there|will) [i|we|my plan] [get|have|give] [on|for|with] [[the] {telescope:telescope}] ~",
    "[<show>] [me|us] [the|my|our|all] (<price>|<discount>|plan discounts) [of|for|on|list] [[@all] (<telescopes>|{telescope:telescope})] ~",
    "(what|which) [of the] (<telescope>|<telescopes>) (is|are) [the] (cheapest|least expensive|best value|most expensive|discounted) ~",
    "(what|which) is [the] (cheapest|least expensive|best value) (<telescope>|one) ~",
    "[<show>] [me] [the] cheapest (<telescope>|<telescopes>) ~",
    "(is|are) {telescope:telescope} (discounted|cheap|expensive|on discount) ~",
    "(do|does) (i|we) [get|have] [a|any] <discount> [on|for|with] [[the] {telescope:telescope}] ~",
    "{telescope:telescope} <price>",
  ],
  adjuncts: [
    "@at",
    "@time",
    "(with|on|under|for|of|in) (my|our|the) plan",
    "(an|per) hour",
    "per telescope",
  ],
  about: { discount: 3, discounts: 3, cheapest: 3, cost: 2, price: 3, prices: 3 },
  go: (slots) =>
    slots.telescope === undefined
      ? askSites("portal_plans", slots)
      : once("portal_plans", given({ telescope: slots.telescope })),
};

const reservations: Card = {
  name: "reservations",
  effect: "reads",
  examples: ["show my reservations"],
  heads: [
    "[<show>] [me|us] [@all] [next|upcoming|coming] <reservations> ~",
    "(what|which) (are|is|about) [@all] [next|upcoming] <reservations> ~",
    "(what|which) <reservations> (do i have|do we have|are there|have i got|are mine|have i made) ~",
    "(do|have) (i|we) [have|got] [any|a|an] [upcoming] <reservations> ~",
    "(are|is) there [any|a] <reservations> ~",
    "(are|is) there [any|a] free (slots|slot|time) ~",
    "is (anything|something|anybody|anyone|nothing) (booked|reserved|scheduled) ~",
    "any <reservations> ~",
    "how many <reservations> (do i have|do we have|are there) ~",
    "(when|what|where) is (my|our|the) next (<reservations>|session|slot) ~",
    "(what|when|which telescope|which telescopes) (have|did) (i|we) (booked|book|reserved|reserve) ~",
    "(what|when) (am i|are we) (booked|scheduled) ~",
    "(do|have) (i|we) [have|got] (anything|something) [booked|reserved|scheduled|coming up|planned] ~",
    "did (i|we) (book|reserve|schedule) (anything|something|{telescope:telescope}) ~",
    "(am i|are we) [booked|scheduled|next] [on] ~ [booked|scheduled|next]",
    "when (am i|are we|do i have|is it) [next|my turn|booked|scheduled] (on|at|with) {telescope:telescope} ~ [next|booked]",
    "[<show>|what is|what is on|what is in] [me] [my|our|the] [observing|telescope|booking|imaging] (calendar|schedule|agenda) ~",
    "(is|are) {telescope:telescope} (booked|reserved|free|taken|in use) ~",
    "(who|when) (has|is) [booked|using] {telescope:telescope} [booked] ~",
    "[<show>] [me] [the] reservation (grid|calendar|list)",
    "(what|where) is the booking (link|page|address|site|url) ~",
    "[<show>] [me] the booking (link|page|address|site|url)",
  ],
  adjuncts: [
    "@at",
    "@time",
    "(for|on|of) {telescope:telescope}",
    "@date",
    "coming up",
    "this week",
  ],
  about: { reservations: 3, bookings: 3, reservation: 3 },
  go: () => once("portal_reservations"),
};

const health: Card = {
  name: "portal",
  effect: "reads",
  examples: ["is the portal connected?"],
  heads: [
    "(is|are) [the] (portal|wrapper|telescope portal) [server] ~ (connected|up|ok|okay|working|alive|healthy|set up|configured|signed in|logged in|online|reachable|running|down) ~",
    "[<show>] [me] [the] (portal|wrapper) (status|health|state|connection)",
    "(what|how) is the (status|health|state) of the (portal|wrapper)",
    "(how|what) (is|about) the (portal|wrapper) [doing]",
    "am i (logged in|signed in|connected) [to|at] [the portal]",
    "is the login [still] (ok|good|valid|working)",
  ],
  adjuncts: ["@time"],
  about: { portal: 3, wrapper: 3 },
  go: () => once("portal_health"),
};

export const MEMBERSHIP: readonly Card[] = [account, prices, reservations, health];
