import * as contract from "../contract.ts";
import { type Download, type Downloaded, download } from "./download.ts";
import { createLine, type LineWorld } from "./line.ts";
import { segment, sharedClient } from "./shared-client.ts";
import { multipartOf } from "./upload.ts";

export type ServerClient = ReturnType<typeof createServerClient>;

type JobAsk = {
  recording_id?: string;
  state?: contract.JobState;
  limit?: number;
  cursor?: string;
};

/** The recorder's server, as its callers see it. */
export function createServerClient(world: LineWorld) {
  const line = createLine("server", world);
  const changeJob = (id: string, what: "cancel" | "retry", signal: AbortSignal) =>
    line.json(
      contract.job,
      { method: "POST", path: `/jobs/${segment(id)}/${what}`, statuses: [200] },
      signal,
    );
  return {
    ...sharedClient(line),
    status: (signal: AbortSignal) =>
      line.json(contract.serverStatus, { path: "/server", statuses: [200] }, signal),
    transcript: (id: string, signal: AbortSignal) =>
      line.json(
        contract.transcript,
        { path: `/recordings/${segment(id)}/transcript`, statuses: [200] },
        signal,
      ),
    summary: (id: string, signal: AbortSignal) =>
      line.json(
        contract.summary,
        { path: `/recordings/${segment(id)}/summary`, statuses: [200] },
        signal,
      ),
    jobs: (ask: JobAsk, signal: AbortSignal) =>
      line.json(contract.jobPage, { path: "/jobs", query: ask, statuses: [200] }, signal),
    job: (id: string, signal: AbortSignal) =>
      line.json(contract.job, { path: `/jobs/${segment(id)}`, statuses: [200] }, signal),
    cancelJob: (id: string, signal: AbortSignal) => changeJob(id, "cancel", signal),
    retryJob: (id: string, signal: AbortSignal) => changeJob(id, "retry", signal),
    /** The export into a file. */
    exportTo(
      id: string,
      format: contract.ExportFormat,
      to: Pick<Download, "file" | "most" | "progress">,
      signal: AbortSignal,
    ): Promise<Downloaded> {
      const path = `/recordings/${segment(id)}/export`;
      return download(line, { ...to, path, query: { format } }, signal);
    },
    /** A file of audio, streamed; resolves with the record once the server has it on disk. */
    ingest(
      metadata: contract.RecordingMetadata,
      file: string,
      signal: AbortSignal,
      sent?: (bytes: number) => void,
    ) {
      const { contentType, body } = multipartOf(metadata, file, sent);
      const headers = { "content-type": contentType };
      return line.json(
        contract.recording,
        { method: "POST", path: "/ingest", headers, body, statuses: [202] },
        signal,
      );
    },
    /** Has the server fetch what a device of its settings holds. */
    startPull: (device: string, signal: AbortSignal) =>
      line.json(
        contract.pull,
        { method: "POST", path: "/pull", body: JSON.stringify({ device }), statuses: [202] },
        signal,
      ),
    pull: (device: string, signal: AbortSignal) =>
      line.json(contract.pull, { path: `/pull/${segment(device)}`, statuses: [200] }, signal),
  };
}
