import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { shortText } from "../../kit/inputs.ts";
import type { Fact } from "../../kit/plan.ts";
import { quoted } from "../../kit/untrusted.ts";
import {
  type DeviceConfig,
  type DeviceConfigUpdate,
  deviceCodec,
  deviceConfigUpdate,
} from "../contract.ts";
import { device } from "../inputs.ts";
import { deviceOf } from "../recorded.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";
import { aboutUploads, Config, configOf } from "./recorder-config.ts";

const orNone = () => z.string().refine((text) => text.length <= 2048, { error: "Too long." });

export const recorderConfigure = (recorder: Recorder) =>
  defineWrite({
    name: "recorder_configure",
    title: "Change recorder settings",
    description:
      "Change what is named of a device's settings. Secrets are set on the device itself.",
    effect: "changes",
    mayDestroy: true,
    input: z.object({
      device,
      device_id: shortText(128).optional().describe("New id"),
      codec: deviceCodec.optional().describe("Of new recordings"),
      sample_rate: z.number().int().optional().describe("Hertz, such as 16000"),
      wifi_ssid: orNone().optional().describe('Network; "" for none'),
      upload_target: z.enum(["none", "s3", "webdav"]).optional().describe("Kind of upload"),
      upload_endpoint: orNone().optional().describe('URL; "" for none'),
      upload_bucket_or_path: orNone().optional().describe('Where there; "" for none'),
      open_listing: z.boolean().optional().describe("List without a token"),
    }),
    output: Config,

    async plan({ device: wanted, ...changes }, { signal }) {
      const { name, client } = recorder.device(wanted);
      const update = updateOf(changes);
      const now = await client.config(signal);
      const moves = movesUploads(now, update);
      const what = Object.entries(update).map(
        ([field, value]) => `${field} to ${value === null ? "none" : quoted(String(value))}`,
      );
      const request = planned({
        title: `change the settings of ${name}`,
        method: "PUT",
        path: `/devices/${name}/config`,
        effect: moves ? "destroys" : "changes",
        body: update,
        place: client.place,
      });
      return {
        sentence: `Set ${what.join(", ")} on the device ${name}.`,
        target: { kind: "device", name },
        requests: [request],
        facts: factsOf(now, update, moves),
        bound: JSON.parse(JSON.stringify(now)),
      };
    },

    send: (request, permit, { signal }) =>
      sendOnce(request, permit, async () => {
        const update = deviceConfigUpdate.parse(request.body);
        await deviceOf(recorder, request.path).updateConfig(update, signal);
        return undefined;
      }),
    check: async ({ device: wanted }, _sent, { signal }) => {
      const { name, client } = recorder.device(wanted);
      return configOf(name, await client.config(signal));
    },
    tell: ({
      device: name,
      codec,
      sample_rate: rate,
      upload_target: target,
      uploads_wait: why,
    }) => ({
      say: `The device ${name} now records ${codec ?? "?"} at ${rate ?? "?"} Hz; uploads: ${target ?? "none"}.${aboutUploads(why)}`,
    }),
  });

type Changes = Record<string, string | number | boolean | undefined>;

/** "" stands for none. Throws HubError `bad-input` for what the contract refuses. */
function updateOf(
  changes: Changes,
): DeviceConfigUpdate & Record<string, string | number | boolean | null> {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  const update = Object.fromEntries(named.map(([field, v]) => [field, v === "" ? null : v]));
  if (named.length === 0) throw new HubError("bad-input", "Nothing to change is named.");
  const read = deviceConfigUpdate.safeParse(update);
  // Without secrets, which are no arguments, all values are plain.
  if (read.success) return read.data as ReturnType<typeof updateOf>;
  const [issue] = read.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw new HubError("bad-input", `${field}: ${issue?.message ?? "cannot be taken"}.`);
}

const hostOf = (endpoint: string | null | undefined) =>
  endpoint && URL.canParse(endpoint) ? new URL(endpoint).host : undefined;

/** Whether recordings would go to another place than before: whoever holds that place then has them. */
function movesUploads(now: DeviceConfig, update: DeviceConfigUpdate): boolean {
  const after = { ...now, ...update };
  if ((after.upload_target ?? "none") === "none") return false;
  return (
    hostOf(after.upload_endpoint) !== hostOf(now.upload_endpoint) ||
    after.upload_bucket_or_path !== now.upload_bucket_or_path ||
    after.upload_target !== now.upload_target
  );
}

function factsOf(now: DeviceConfig, update: DeviceConfigUpdate, moves: boolean): Fact[] {
  const facts: Fact[] = [];
  const host = (config: DeviceConfig) =>
    (config.upload_target ?? "none") === "none"
      ? "nowhere"
      : `${config.upload_target} at ${hostOf(config.upload_endpoint) ?? "no host"}, ${config.upload_bucket_or_path ?? "no folder"}`;
  if (moves)
    facts.push(
      { label: "recordings go now", value: host(now) },
      { label: "recordings will go", value: host({ ...now, ...update }), risk: true },
    );
  if (update.open_listing === true && now.open_listing !== true)
    facts.push({ label: "list of recordings", value: "readable without a token", risk: true });
  for (const [field, value] of Object.entries(now))
    if (field in update && !field.startsWith("upload"))
      facts.push({ label: `${field} now`, value: String(value ?? "none") });
  return facts;
}
