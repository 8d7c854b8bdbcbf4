import { stat } from "node:fs/promises";
import { z } from "zod";
import { exportFormat } from "../../../tools/recorder/contract.ts";
import { noSuchRecording, RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import { readQuery } from "../../../tools/recorder/surface/read-query.ts";
import { serveAudio } from "../../../tools/recorder/surface/serve-audio.ts";
import { idOf } from "../../../tools/recorder/surface/shared-routes.ts";
import {
  type ExportWorld,
  exportRecording,
  needTranscript,
  readSummary,
} from "../export/export-recording.ts";
import { attachment } from "../export/file-name.ts";
import { whyNotYet } from "../jobs/why-not-yet.ts";
import type { KeptRecording } from "../storage/kept-recording.ts";
import type { Api } from "./routes.ts";
import { whileThere } from "./while-there.ts";

const exportQuery = z.object({ format: exportFormat });

/** Transcript, summary and exports of a recording. */
export function addArtefacts(api: Api, world: ExportWorld): void {
  const { storage, queue } = world;
  const { metadata } = storage;
  const need = async (written: string): Promise<KeptRecording> => {
    const record = await metadata.get(idOf(written));
    if (!record) throw noSuchRecording();
    return record;
  };
  api.get("/recordings/:id/transcript", async (context) => {
    const { id } = await need(context.req.param("id"));
    return whileThere(id, metadata, async () => context.json(await needTranscript(world, id)));
  });
  api.get("/recordings/:id/summary", async (context) => {
    const { id } = await need(context.req.param("id"));
    const summary = await whileThere(id, metadata, () => readSummary(storage, id));
    if (summary) return context.json(summary);
    throw new RecorderFailure("not_summarised", "This recording is not summarised yet.", {
      detail: whyNotYet(queue, id, "summary"),
    });
  });
  api.get("/recordings/:id/export", async (context) => {
    const record = await need(context.req.param("id"));
    const { format } = readQuery(exportQuery, new URL(context.req.url).searchParams);
    const headers = {
      "content-type": "application/octet-stream",
      "content-disposition": attachment(nameOf(record, format)),
      "cache-control": "private, no-cache",
    };
    return whileThere(record.id, metadata, async () => {
      const made = await exportRecording(record, format, world);
      if ("text" in made) return context.body(made.text, 200, headers);
      const { size } = await stat(made.path);
      const type = format === "wav" ? "audio/wav" : "audio/ogg";
      const answer = await serveAudio(context.req.raw, { ...made, size, type });
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return answer;
    });
  });
}

/** Such as `2026-11-21 08.15 kitchen.srt`: what a person finds again in a folder of downloads. */
function nameOf({ started_at, device_id, id }: KeptRecording, format: string): string {
  const [day = "", time = ""] = started_at.split("T");
  return `${day} ${time.slice(0, 5).replace(":", ".")} ${device_id ?? id}.${format}`;
}
