import { basename } from "node:path";
import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { humanBytes } from "../../kit/sizes.ts";
import { hashFile } from "../audio/hash-file.ts";
import { device, file } from "../inputs.ts";
import { deviceOf } from "../recorded.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";

export const firmwareUpdate = (recorder: Recorder) =>
  defineWrite({
    name: "firmware_update",
    title: "Update firmware",
    description: "Send a signed firmware image to a device, which checks it and restarts.",
    effect: "destroys",
    input: z.object({ file, device }),
    output: z.object({ device: z.string(), accepted: z.boolean(), running: z.string().optional() }),

    async plan({ file: wanted, device: which }, { signal }) {
      const { name, client } = recorder.device(which);
      const image = await recorder.files.toRead(wanted);
      const { sha256 } = await hashFile(image.path);
      const status = await client.status(signal);
      if (status.state === "recording")
        throw new HubError("changed", `The device ${name} is recording.`, {
          advice: "Stop it first: the update restarts it.",
        });
      return {
        sentence: `Send the firmware ${basename(image.path)} (${humanBytes(image.bytes)}) to the device ${name}, which restarts with it.`,
        target: { kind: "device", name },
        requests: [
          planned({
            title: `update the firmware of ${name}`,
            method: "POST",
            path: `/devices/${name}/ota`,
            effect: "destroys",
            body: { file: image.path, sha256 },
            place: client.place,
          }),
        ],
        facts: [
          { label: "runs now", value: status.firmware_version },
          { label: "image, SHA-256", value: sha256 },
        ],
        bound: { sha256, firmware: status.firmware_version, device_id: status.device_id },
      };
    },

    send: (request, permit, { signal }) =>
      sendOnce(request, permit, async () => {
        const { file: path, sha256 } = Body.parse(request.body);
        const { path: real } = await recorder.files.toRead(path);
        if ((await hashFile(real)).sha256 !== sha256)
          throw new HubError("changed", "The image is another one than was confirmed.");
        await deviceOf(recorder, request.path).updateFirmware(real, signal);
        return undefined;
      }),

    // It restarts now: that it does not answer at once says nothing.
    async check({ device: which }, _sent, { signal }) {
      const { name, client } = recorder.device(which);
      const status = await client.status(signal).catch(() => undefined);
      const running = status && { running: status.firmware_version };
      return { device: name, accepted: true, ...running };
    },
    tell: ({ device: name }) => ({
      say: `The device ${name} has taken the image and restarts with it; if it does not come up well it goes back to the old one. Look with recorder_status in a minute.`,
    }),
  });

const Body = z.object({ file: z.string(), sha256: z.string() });
