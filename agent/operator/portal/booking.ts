import type { Card } from "../card.ts";
import { ending } from "../resolve.ts";

/** Wishes that would spend points or move a telescope: nothing here can, and the words say what can. */
export function booking(bookingUrl: string | undefined): Card {
  const where =
    bookingUrl === undefined
      ? "in a browser, at the provider's booking page: “show my reservations” gives its address"
      : `in a browser, at ${bookingUrl}`;
  const text = `There is no booking here, so nothing was done: Outpost only reads the portal, because a reservation spends points. Book, change and cancel ${where}. I can say what to book: “what can I image tonight?”, “is it safe at SSO?”, “how many points do I have?”.`;
  return {
    name: "book",
    effect: "reads",
    examples: [],
    heads: [
      "<book>",
      "+2 <book> {what:topic}",
      "[how|where] (can|could|may|do|should|would) (i|we|you|one) [please] (<book>|<pay>) [{what:topic}]",
      "(make|create|add|set up|get|place|put|do|change) [me|us] [a|an|the|my|another|new] [new] (reservation|booking|session|appointment|slot) [{what:topic}]",
      "(a|another|one) (reservation|booking) [for|of|on|at] [{what:topic}]",
      "(<undo>|stop|abort) [all|the|my|our|this|that|a|next] [of] [my|the] [next|last|other] (<reservations>|plan|session) [{what:topic}]",
      "(<undo>|stop|abort) {tonight:telescope} [{what:topic}]",
      "+2 <pay> [{what:topic}]",
      "<operate> [up] [the|a|my|an|some] (roof|dome|shutter|mount|run|plan|session|exposure|exposures|imaging|picture|pictures|image|images|photo|photos|shot|shots|frame|frames|observing|observation|launch) [{what:topic}]",
      "<operate> [the] ({tonight:telescope}|<telescope>|<telescopes>) [{what:topic}]",
      "<operate> [on|with] {object:target} [{what:topic}]",
      "(image|shoot|photograph|capture|observe) {object:target} [{what:topic}]",
      "[get|give|add|send|need|want] [me|us] [some|a few|{n:count}] (more|extra|additional) <points> [{what:topic}]",
      "(track|follow|goto|go to) {object:target} [{what:topic}]",
      "(use|take|give me) {tonight:telescope} [{what:topic}]",
      "log (in|out|off) [{what:topic}] | sign (in|out|off) [{what:topic}]",
    ],
    go: () => ending(text),
  };
}
