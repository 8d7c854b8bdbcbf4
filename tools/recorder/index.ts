import type { Tool } from "../kit/define-tool.ts";
import type { Recorder } from "./recorder.ts";
import { firmwareUpdate } from "./tools/firmware-update.ts";
import { recorderConfig } from "./tools/recorder-config.ts";
import { recorderConfigure } from "./tools/recorder-configure.ts";
import { recorderPull } from "./tools/recorder-pull.ts";
import { recorderStatus } from "./tools/recorder-status.ts";
import { recordingDelete } from "./tools/recording-delete.ts";
import { recordingExport } from "./tools/recording-export.ts";
import { recordingGet } from "./tools/recording-get.ts";
import { recordingIngest } from "./tools/recording-ingest.ts";
import { recordingList } from "./tools/recording-list.ts";
import { recordingSearch } from "./tools/recording-search.ts";
import { recordingStart } from "./tools/recording-start.ts";
import { recordingStop } from "./tools/recording-stop.ts";
import { summaryGet } from "./tools/summary-get.ts";
import { transcriptGet } from "./tools/transcript-get.ts";

export { createRecorder, type Recorder } from "./recorder.ts";

/** Every tool of the recorder, those that read first. */
export function recorderTools(recorder: Recorder): Tool[] {
  return [
    recorderStatus(recorder),
    recordingList(recorder),
    recordingGet(recorder),
    recordingSearch(recorder),
    transcriptGet(recorder),
    summaryGet(recorder),
    recorderConfig(recorder),
    recordingStart(recorder),
    recordingStop(recorder),
    recorderPull(recorder),
    recordingIngest(recorder),
    recordingExport(recorder),
    recorderConfigure(recorder),
    recordingDelete(recorder),
    firmwareUpdate(recorder),
  ];
}
