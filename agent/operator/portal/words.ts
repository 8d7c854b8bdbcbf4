import type { Lexicon } from "../lexicon.ts";
import type { Rules } from "../pattern.ts";
import { SITE_WORDS } from "./readers.ts";

const list = (words: string) => words.split(" ");

/** The words of a member of a telescope portal. */
export const LEXICON: Lexicon = {
  show: {
    say: [
      ...list("show list display give get print tell view see check read find fetch"),
      "look at",
      "look up",
      "bring up",
      "pull up",
    ],
    typo: true,
  },
  shoot: {
    say: [
      ...list("image shoot photograph capture observe see view target catch get do"),
      "take pictures of",
      "take images of",
      "look at",
      "point at",
    ],
    typo: true,
  },
  shooting: { say: list("imaging shooting photographing capturing observing viewing seeing") },
  targets: {
    say: [
      ...list("target targets object objects pick picks"),
      "things to image",
      "deep sky objects",
      ...list("galaxies nebulae clusters"),
      "planetary nebulae",
    ],
    typo: true,
  },
  telescopes: { say: list("telescopes scopes instruments"), typo: true },
  telescope: { say: list("telescope scope instrument"), typo: true },
  weather: {
    say: [
      ...list("weather conditions sky skies seeing"),
      "weather conditions",
      "the weather report",
    ],
    typo: true,
  },
  safe: { say: [...list("safe unsafe"), "safe to image", "safe to open", "safe to observe"] },
  "bad-weather": {
    say: list(
      "cloudy raining rainy windy humid wet foggy snowing cold warm hot overcast stormy icy clear",
    ),
  },
  reading: {
    say: [
      ...list("temperature humidity wind cloud clouds rain gusts dew"),
      "wind speed",
      "cloud cover",
    ],
  },
  reservations: {
    say: list("reservations bookings booking reservation sessions slots"),
    typo: true,
  },
  points: { say: list("points credits credit balance"), typo: true },
  answering: {
    say: [
      ...list(
        "up online down offline reachable working available alive running ok okay responding answering",
      ),
      "up and running",
    ],
  },
  price: { say: list("price prices cost costs rate rates"), typo: true },
  discount: { say: list("discount discounts"), typo: true },
  // What would spend points or move something: understood only to say that it is not done here.
  book: {
    say: list("book reserve schedule rebook prebook"),
    also: list("booking reserving scheduling booked reserved scheduled"),
    orders: true,
  },
  undo: {
    say: [...list("cancel delete remove drop move change shorten extend postpone"), "get rid of"],
    also: list("cancelling canceling deleting removing dropping moving changing"),
    orders: true,
  },
  operate: {
    say: [
      ...list(
        "point slew aim start launch run open close park unpark expose abort operate control take send",
      ),
    ],
    also: list("pointing slewing starting launching opening closing parking exposing taking"),
  },
  pay: {
    say: list(
      "buy purchase upgrade downgrade renew order spend transfer pay subscribe unsubscribe",
    ),
    also: list("buying upgrading renewing ordering spending"),
    orders: true,
  },
};

/** Real words that are no typo of a keyword, and never part of an object's name. */
export const OTHERS = list(
  "all any of on in at to from for with by than no not is are was were be the a an there here now then what which " +
    "who when where why how can could do does did will would should may might must i we you it its this that me us " +
    "my our your tonight today tomorrow yesterday night or and but if so too very high low best good point plants " +
    "plane plans state states site sites cope hope rope safe save cafe sage seen sees seem moon dark opens",
);

const SUBJECTS = new Set([
  ...list(
    "weather telescope telescopes scope scopes reservation reservations booking bookings points tonight moon roof " +
      "target targets portal discount discounts roster observatory observatories",
  ),
  ...SITE_WORDS,
]);

/** True for a word that is a portal's own matter, for a telescope's name and for an object of a catalogue. */
export const isSubject = (low: string) =>
  SUBJECTS.has(low) || /^t0{0,2}[1-9]\d{0,2}$|^(?:m|ngc|ic)\d{1,4}$/.test(low);

/** Patterns that many cards share. */
export const RULES: Rules = {
  all: "all|the|all the|all of the|all my|my|our|your|any|every|current|each|these",
  here: "(at|in|from|over|for|of|on) [the] {site:site} [site|observatory|sky] | {site:site}",
  at: "(at|in|from|over|for|of|on) [the] {site:site} [site|observatory|sky]",
  // A name that is no site, where the rest of the sentence leaves no doubt that one is meant: it is said to be none.
  elsewhere: "(at|in|from|over) [the|my|our|your] {elsewhere:place}",
  with: "(with|on|using|for|through|from|at|by) [the] {telescope:telescope}",
  // What may be said of time without meaning anything else than tonight or now.
  time: "[for] tonight | this evening | this night | right now | now | at the moment | currently | today | yet | already | the coming night | coming night | during the night | tonight 's | in the night",
  object: "{target:target} | {target:it} | {target:it} object",
  date: "[on|in|for|this] [the] [night] [of] {date:night} [night|evening]",
  later:
    "{later=true} [for|on] (the day after tomorrow | [the|this|next] (weekend|week|month) | next (monday|tuesday|wednesday|thursday|friday|saturday|sunday) [night] | {n:count} [of] @month | @month {n:count})",
  month: "january|february|march|april|may|june|july|august|september|october|november|december",
  dark: "(dark | darkness | astronomical night | astro dark | astronomical darkness | night | nightfall | full darkness | proper dark)",
};
