import { randomBytes } from "node:crypto";
import { HubError } from "./errors.ts";

/**
 * Open questions to a person, each good for one answer within its time. The ticket that travels through the client
 * is 256 random bits; everything it stands for stays here, so there is nothing in it to tamper with.
 */
export function createTickets(lifeSeconds: number, now: () => Date) {
  const open = new Map<string, { bind: string; expires: number }>();

  function sweep(): void {
    for (const [ticket, { expires }] of open) if (expires <= now().getTime()) open.delete(ticket);
  }

  return {
    /** Issues a ticket for what `bind` stands for: principal, tool, arguments, requests, target structure. */
    issue(bind: string): string {
      sweep();
      const ticket = randomBytes(32).toString("base64url");
      open.set(ticket, { bind, expires: now().getTime() + lifeSeconds * 1000 });
      return ticket;
    },

    /** Uses the ticket up. Throws `not-allowed` where it is unknown, used or expired; `changed` where `bind` differs. */
    redeem(ticket: string, bind: string): void {
      const found = open.get(ticket);
      open.delete(ticket);
      if (!found || found.expires <= now().getTime())
        throw new HubError(
          "not-allowed",
          "This confirmation is unknown, expired or already used.",
          {
            advice: "Nothing was changed. Make the call again to be asked again.",
          },
        );
      if (found.bind !== bind)
        throw new HubError("changed", "What was confirmed is not what would happen now.", {
          advice: "Nothing was changed. Make the call again to see the present plan.",
        });
    },
  };
}

export type Tickets = ReturnType<typeof createTickets>;
