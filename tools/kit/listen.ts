import { once } from "node:events";
import type { Server } from "node:net";
import { HubError } from "./errors.ts";
import { systemCode } from "./system-code.ts";

export type ListenAt = { host: string; port: number };

/** Has a server listen there. Throws as `cannotListen` says it. */
export async function listen(server: Server, at: ListenAt, setBy: string): Promise<void> {
  server.listen(at.port, at.host);
  await once(server, "listening").catch((cause: unknown) => {
    throw cannotListen(cause, at, setBy);
  });
  // A caller that could not be let in, for want of open files perhaps, is no reason to end.
  server.on("error", () => undefined);
}

/** `unavailable`: why nothing can listen there. `setBy` names what sets another address, such as "--port". */
export function cannotListen(cause: unknown, { host, port }: ListenAt, setBy: string): HubError {
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const code = systemCode(cause) ?? "unknown error";
  if (code === "EADDRINUSE")
    return new HubError("unavailable", `Something listens on ${place} already.`, {
      advice: `Stop it, or take another port with ${setBy}.`,
      cause,
    });
  return new HubError("unavailable", `Cannot listen on ${place} (${code}).`, {
    advice: `Take another address with ${setBy}.`,
    cause,
  });
}
