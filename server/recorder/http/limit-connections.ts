import type { Server } from "node:net";
import { mostOpenFiles } from "../../../tools/kit/open-files.ts";

/**
 * Connections may have half of the files that the system lets this process open: without the other half it could keep
 * nothing. What comes beyond is closed at once, which is told once a minute.
 */
export function limitConnections(
  server: Server,
  tell: (sentence: string) => void,
  most = mostOpenFiles(),
): void {
  if (most === undefined) return;
  server.maxConnections = Math.floor(most / 2);
  let toldAt = Number.NEGATIVE_INFINITY;
  server.on("drop", () => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    tell(
      `${server.maxConnections} connections are open: more are refused until some end (ulimit -n is ${most}).`,
    );
  });
}
