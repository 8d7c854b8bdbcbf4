import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { device } from "../inputs.ts";
import { clock, minute } from "../outputs.ts";
import { deviceOf, Recorded, recordedBy } from "../recorded.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";

export const recordingStop = (recorder: Recorder) =>
  defineWrite({
    name: "recording_stop",
    title: "Stop recording",
    description: "Stop, and keep what was recorded.",
    effect: "changes",
    input: z.object({ device }),
    output: Recorded,

    async plan({ device: wanted }, { signal }) {
      const { name, client } = recorder.device(wanted);
      const { state, device_id } = await client.status(signal);
      if (state !== "recording")
        throw new HubError("changed", `The device ${name} is not recording.`);
      return {
        sentence: `Stop the recording of the device ${name} and keep it.`,
        target: { kind: "device", name },
        requests: [stopRequest(name, client.place)],
        facts: [],
        bound: { device_id, state },
      };
    },

    send: (request, permit, { signal }) =>
      sendOnce(request, permit, () => deviceOf(recorder, request.path).stop(signal)),
    check: async ({ device: wanted }, sent) => recordedBy(recorder.device(wanted).name, sent),
    tell: ({ device: name, id, duration_s: seconds, started_at: from }) => ({
      say: `Stopped. The device ${name} keeps ${clock(seconds)} from ${minute(from)} UTC as ${id}. To have it transcribed, bring it to the server (recorder_pull).`,
    }),
  });

const stopRequest = (name: string, place: string) =>
  planned({
    title: `stop the recording of ${name}`,
    method: "POST",
    path: `/devices/${name}/record/stop`,
    effect: "changes",
    place,
  });
