import { HubError } from "./errors.ts";
import { type Gates, refuse } from "./gates.ts";
import { canonicalJson, digest } from "./json.ts";
import type { PlannedRequest } from "./plan.ts";
import type { State } from "./state.ts";

/** How a request leaves: the same version and verb as planned, or the translated one of an older API. */
export type Wire = {
  version: string;
  method: string;
  path: string;
  effect: "changes" | "destroys";
  touches: string[];
};

/**
 * What a client must show before a write leaves the process. Only the road makes one, after the confirmation, and
 * it lets each request of the confirmed plan pass once for each version: checked against the gates and the panic
 * file at that moment, and written to the audit log first. No permit, no write; no audit line, no write.
 */
export class Permit {
  readonly #left: Map<string, Set<string>>;
  readonly #confirmedEffect: "changes" | "destroys";
  readonly #world: { gates: Gates; state: State; audit: PermitAudit };

  private constructor(
    requests: PlannedRequest[],
    confirmedEffect: "changes" | "destroys",
    world: { gates: Gates; state: State; audit: PermitAudit },
  ) {
    this.#left = new Map(requests.map((request) => [key(request), new Set<string>()]));
    this.#confirmedEffect = confirmedEffect;
    this.#world = world;
  }

  /** For run-tool.ts alone: a permit stands for a confirmation that has happened. */
  static grant(
    requests: PlannedRequest[],
    confirmedEffect: "changes" | "destroys",
    world: { gates: Gates; state: State; audit: PermitAudit },
  ): Permit {
    return new Permit(requests, confirmedEffect, world);
  }

  /** Resolves when the request may leave and its intent is on disk; throws HubError otherwise. */
  async spend(request: PlannedRequest, wire: Wire): Promise<void> {
    const spent = this.#left.get(key(request));
    if (!spent)
      throw new HubError("not-allowed", "This request is not part of the confirmed plan.");
    if (spent.has(wire.version))
      throw new HubError("not-allowed", "This request of the plan was already sent.");
    spent.add(wire.version);
    this.#world.state.refuseInPanic();
    const refused = refuse(this.#world.gates, wire);
    if (refused) throw refused;
    if (wire.effect === "destroys" && this.#confirmedEffect !== "destroys")
      throw new HubError(
        "not-allowed",
        "Here this would be sent as a destructive request, and that is not what was confirmed.",
        { advice: "Ask again: the plan will now say so." },
      );
    await this.#world.audit(request, wire);
  }
}

type PermitAudit = (request: PlannedRequest, wire: Wire) => Promise<void>;

function key(request: PlannedRequest): string {
  return digest([request.method, request.path, request.query ?? {}, canonicalJson(request.body)]);
}
