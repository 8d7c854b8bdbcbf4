import type { System } from "../card.ts";
import { AGAIN, loosely, settle } from "./again.ts";
import { booking } from "./booking.ts";
import { MEMBERSHIP } from "./membership.ts";
import { OBSERVING } from "./observing.ts";
import { PLANNING } from "./planning.ts";
import { READERS } from "./readers.ts";
import { place } from "./unknown-place.ts";
import { isSubject, LEXICON, OTHERS, RULES } from "./words.ts";

/** The telescope portal, as the operator knows it. `bookingUrl` is where a browser books: BOOKING_URL. */
export function portalSystem(bookingUrl?: string): System {
  return {
    name: "portal",
    lexicon: LEXICON,
    rules: RULES,
    others: OTHERS,
    nameable: [],
    readers: { ...READERS, place },
    isSubject,
    cards: [...PLANNING, ...OBSERVING, ...MEMBERSHIP, booking(bookingUrl)],
    again: AGAIN,
    settle,
    loosely,
    tools: {
      tonight: "reads",
      visibility: "reads",
      portal_weather: "reads",
      scope_status: "reads",
      portal_account: "reads",
      portal_plans: "reads",
      portal_telescopes: "reads",
      portal_reservations: "reads",
      portal_health: "reads",
      portal_raw: "reads",
    },
    typical: [
      "what can I image tonight?",
      "is it safe at SSO?",
      "when can I see M42 from Chile?",
      "how many points do I have?",
      "which telescopes are up?",
      "show my reservations",
    ],
    absent:
      "`outpost setup portal` connects one; without an account, set PORTAL_API_URL and run `outpost portal`.",
  };
}

export const PORTAL: System = portalSystem();
