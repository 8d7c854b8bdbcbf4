import type { FakeState } from "./state.ts";

/** One way in which a plain GET spends points or loses a booking. */
export type SpendingRoute = {
  name: string;
  /** In the spelling of the portal. */
  path: string;
  matches: (path: string, query: URLSearchParams) => boolean;
  effect: "spends" | "cancels";
};

const at = (wanted: string) => (path: string) => path === wanted;

function asked(query: URLSearchParams, wanted: string): string | undefined {
  for (const [name, value] of query) if (name.toLowerCase() === wanted) return value.toLowerCase();
  return undefined;
}

/**
 * A portal of this age changes things on GET. These are the ways of this one: data service methods, handlers, pages
 * that act on their query, a route with the verb in the middle, a GET postback, and names that tell nothing.
 */
export const SPENDING_ROUTES: SpendingRoute[] = [
  route("book", "/Services/Portal.asmx/BookTelescope?tid=T11", "spends"),
  route("reserve", "/Services/Portal.asmx/ReserveSlot?tid=T11", "spends"),
  route("cancel", "/Services/Portal.asmx/CancelReservation?id=1", "cancels"),
  route("launch", "/Services/Portal.asmx/LaunchPlan?plan=7", "spends"),
  route("start", "/Services/Portal.asmx/StartRun?tid=T11", "spends"),
  route("buy", "/Services/Portal.asmx/BuyPoints?n=40", "spends"),
  route("upgrade", "/Services/Portal.asmx/UpgradePlan?to=290", "spends"),
  route("delete-by-number", "/Reservations/Delete/1", "cancels", (path) =>
    /^\/reservations\/delete\/\d+$/.test(path),
  ),
  route("lower-case", "/bookslot.ashx?tid=T11", "spends"),
  route("verb-at-the-end", "/quickbook.ashx?tid=T11", "spends"),
  route("by-action", "/Telescope.aspx?action=reserve", "spends", (path, query) => {
    return path === "/telescope.aspx" && asked(query, "action") === "reserve";
  }),
  route("by-flag", "/Slot.ashx?id=5&take=1", "spends", (path, query) => {
    return path === "/slot.ashx" && asked(query, "take") === "1";
  }),
  route("by-button", "/Launchpad.aspx?go=T11", "spends", (path, query) => {
    return path === "/launchpad.aspx" && asked(query, "go") !== undefined;
  }),
  route("silent-name", "/Handlers/PointsTransfer.ashx?to=9&n=40", "spends"),
  route("postback", "/Reservations.aspx?__EVENTTARGET=CancelButton", "cancels", (path, query) => {
    return path === "/reservations.aspx" && (asked(query, "__eventtarget") ?? "") !== "";
  }),
];

function route(
  name: string,
  path: string,
  effect: SpendingRoute["effect"],
  matches: SpendingRoute["matches"] = at(path.split("?")[0]?.toLowerCase() ?? ""),
): SpendingRoute {
  return { name, path, effect, matches };
}

/** Does what the route does to points and bookings. `path` is decoded and in lower case, as the server matches it. */
export function spend(
  state: FakeState,
  path: string,
  query: URLSearchParams,
): SpendingRoute | undefined {
  const found = SPENDING_ROUTES.find((candidate) => candidate.matches(path, query));
  if (!found) return undefined;
  state.spent.push(found.name);
  if (found.effect === "cancels") state.bookings.pop();
  else state.points -= 20;
  return found;
}
