import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { humanBytes } from "../../kit/sizes.ts";
import { device } from "../inputs.ts";
import { deviceOf, Recorded, recordedBy } from "../recorded.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";

export const recordingStart = (recorder: Recorder) =>
  defineWrite({
    name: "recording_start",
    title: "Start recording",
    description: "Start to record what is said around a device.",
    effect: "changes",
    input: z.object({ device }),
    output: Recorded,

    async plan({ device: wanted }, { signal }) {
      const { name, client } = recorder.device(wanted);
      const status = await client.status(signal);
      if (status.state === "recording")
        throw new HubError("changed", `The device ${name} is recording already.`);
      return {
        sentence: `Start to record with the device ${name}: it keeps what it hears until it is stopped.`,
        target: { kind: "device", name },
        requests: [startRequest(name, client.place)],
        facts: [{ label: "free space", value: humanBytes(status.storage_free_bytes) }],
        bound: { device_id: status.device_id, state: status.state },
      };
    },

    send: (request, permit, { signal }) =>
      sendOnce(request, permit, () => deviceOf(recorder, request.path).start(signal)),
    check: async ({ device: wanted }, sent) => recordedBy(recorder.device(wanted).name, sent),
    tell: ({ device: name, id }) => ({
      say: `The device ${name} is recording ${id} until it is stopped (recording_stop).`,
    }),
  });

const startRequest = (name: string, place: string) =>
  planned({
    title: `start to record with ${name}`,
    method: "POST",
    path: `/devices/${name}/record/start`,
    effect: "changes",
    place,
  });
