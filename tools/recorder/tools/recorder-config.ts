import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { card } from "../../kit/table.ts";
import { type DeviceConfig, whyUploadsWait } from "../contract.ts";
import { device } from "../inputs.ts";
import { present } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";

export const Config = z.object({
  device: z.string(),
  device_id: z.string().optional(),
  wifi_ssid: z.string().optional(),
  upload_target: z.string().optional(),
  upload_endpoint: z.string().optional(),
  upload_bucket_or_path: z.string().optional(),
  codec: z.string().optional(),
  sample_rate: z.number().optional(),
  open_listing: z.boolean().optional(),
  uploads_wait: z.string().optional(),
});

export const configOf = (name: string, config: DeviceConfig): z.infer<typeof Config> => ({
  device: name,
  ...present({ ...config, uploads_wait: whyUploadsWait(config) }),
});

/** What is missing for uploads, and what sets it. */
export const aboutUploads = (why: string | undefined) =>
  why === undefined ? "" : ` ${why} recorder_configure sets it.`;

export const recorderConfig = (recorder: Recorder) =>
  defineRead({
    name: "recorder_config",
    title: "Recorder settings",
    description: "A device's settings, such as codec and upload target. Never a secret.",
    input: z.object({ device }),
    output: Config,
    async run({ device: wanted }, { signal }) {
      const { name, client } = recorder.device(wanted);
      return configOf(name, await client.config(signal));
    },
    tell: ({ device: name, uploads_wait: why, ...config }) => ({
      say: `The settings of the device ${name}.${aboutUploads(why)}`,
      data: card(config),
    }),
  });
