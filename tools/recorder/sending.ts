import type { Json } from "../kit/json.ts";
import type { Permit } from "../kit/permit.ts";
import type { PlannedRequest, Sent } from "../kit/plan.ts";

type Intent = Pick<PlannedRequest, "title" | "method" | "path" | "effect"> & {
  body?: Json;
  /** `host:port` of the device or server; none for a file of this machine. */
  place?: string;
  touches?: string[];
};

/** A request as it will be sent. `path` is the object's own, such as `/server/recordings/01J…`. */
export function planned({ place, touches, ...intent }: Intent): PlannedRequest {
  const { method, path } = intent;
  return {
    ...intent,
    touches: touches ?? [path],
    wire: place === undefined ? `${method} ${path}` : `${method} ${place} ${path}`,
  };
}

/** Sends a request of a confirmed plan, once. `act` yields what came back, where `check` needs it. */
export async function sendOnce(
  request: PlannedRequest,
  permit: Permit,
  act: () => Promise<Json | undefined>,
): Promise<Sent> {
  const { method, path, effect, touches } = request;
  await permit.spend(request, { version: "v1", method, path, effect, touches });
  const answer = await act();
  return { request, state: "done", version: "v1", ...(answer === undefined ? {} : { answer }) };
}
