import type { Paraphrase } from "./cluster.paraphrases.ts";

/**
 * Other people's words: written after the parser, to see how far it carries. Placeholders as in
 * portal.paraphrases.ts.
 */
const one = (say: string, tool: string, input: Record<string, unknown> = {}): Paraphrase => ({
  say,
  calls: [{ tool, input }],
});
const none = (say: string): Paraphrase => ({ say, calls: [] });

const AT = { site: "{S}" };
const WITH = { telescope: "{T}" };

export const HELD_OUT: Paraphrase[] = [
  one("Any recommendations for tonight?", "tonight"),
  one("what's up in the sky over {s} tonight", "tonight", AT),
  one("got anything nice for {t} this evening?", "tonight", WITH),
  one("what would be a good target from {s}?", "tonight", AT),
  one("top 3 targets tonight please", "tonight", { limit: 3 }),
  one("which objects should I go for tonight?", "tonight"),
  one("what do you suggest I image with {t}?", "tonight", WITH),
  one("is it worth imaging from {s} tonight?", "tonight", AT),
  one("can {t} see {o}?", "visibility", { target: "{O}", ...WITH }),
  one("from which sites is {o} visible?", "visibility", { target: "{O}" }),
  one("what time is {o} highest at {s}", "visibility", { target: "{O}", ...AT }),
  one("does {o} get above 30 degrees at {s}?", "visibility", {
    target: "{O}",
    min_alt: 30,
    ...AT,
  }),
  one("best site for {o}?", "visibility", { target: "{O}" }),
  one("when does the {w} rise in {s}?", "visibility", { target: "{w}", ...AT }),
  one("how's the sky at {s}", "portal_weather", AT),
  one("Is the weather ok in {s}?", "portal_weather", AT),
  one("can we open at {s} right now?", "portal_weather", AT),
  one("what are conditions like at {s}", "portal_weather", AT),
  one("any clouds over {s}?", "portal_weather", AT),
  one("is anywhere safe at the moment", "portal_weather"),
  one("give me the weather for all sites", "portal_weather"),
  one("when is astronomical twilight at {s}?", "tonight", { ...AT, nights: true }),
  one("how long until it gets dark at {s}", "tonight", { ...AT, nights: true }),
  one("when's sunset at {s}?", "tonight", { ...AT, nights: true }),
  one("what's the moon doing tonight", "tonight", { nights: true }),
  one("how many hours of darkness does {s} get?", "tonight", { ...AT, nights: true }),
  one("is {t} alive?", "scope_status", WITH),
  one("are any telescopes down?", "scope_status"),
  one("can I connect to {t}", "scope_status", WITH),
  one("do I have enough points for tonight?", "portal_account"),
  one("what's my balance", "portal_account"),
  one("how many credits are left on my account?", "portal_account"),
  one("when do my points renew?", "portal_account"),
  one("what does {t} cost per hour?", "portal_plans", WITH),
  one("show me the discounts for my plan", "portal_plans"),
  one("which scopes do you have in {s}", "portal_telescopes", AT),
  one("what's the field of view of {t}?", "portal_telescopes", WITH),
  one("info on {t} please", "portal_telescopes", WITH),
  one("have I got anything booked?", "portal_reservations"),
  one("what's on my calendar", "portal_reservations"),
  one("when am I next on {t}?", "portal_reservations"),
  one("is the portal login working?", "portal_health"),
  none("grab {t} for me at midnight"),
  none("could you reserve two hours on {t}"),
  none("I'd like to book {o} with {t} tomorrow"),
  none("please cancel everything I booked"),
  none("move {t} to {o}"),
  none("shoot {o} for three hours"),
  none("get me more points"),
  none("don't tell me about the weather at {s}, please"),
];
