import type { z } from "zod";
import * as contract from "../contract.ts";
import { type Download, type Downloaded, download } from "./download.ts";
import type { Line } from "./line.ts";

export type ListAsk = {
  limit?: number | undefined;
  cursor?: string | undefined;
  sync_state?: contract.SyncState | undefined;
  /** The server alone searches. */
  q?: string | undefined;
};

export const segment = (id: string) => encodeURIComponent(id);

/** What device and server both answer. Each call throws HubError and ends with its signal. */
export function sharedClient(line: Line) {
  const get = <S extends z.ZodType>(schema: S, path: string, signal: AbortSignal) =>
    line.json(schema, { path, statuses: [200] }, signal);
  return {
    place: line.place,
    origin: line.origin,
    health: (signal: AbortSignal) => get(contract.health, "/health", signal),
    list: (ask: ListAsk, signal: AbortSignal) =>
      line.json(
        contract.recordingPage,
        { path: "/recordings", query: ask, statuses: [200] },
        signal,
      ),
    get: (id: string, signal: AbortSignal) =>
      get(contract.recording, `/recordings/${segment(id)}`, signal),
    async remove(id: string, signal: AbortSignal): Promise<void> {
      const path = `/recordings/${segment(id)}`;
      const answer = await line.send({ method: "DELETE", path, statuses: [204] }, signal);
      await answer.body?.cancel();
    },
    /** The audio into a file, resumed and proved by the hash that the recording says. */
    async downloadAudio(
      { id, sha256 }: contract.Recording,
      to: Pick<Download, "file" | "most" | "progress">,
      signal: AbortSignal,
    ): Promise<Downloaded> {
      return download(line, { ...to, path: `/recordings/${segment(id)}/audio`, sha256 }, signal);
    },
  };
}
