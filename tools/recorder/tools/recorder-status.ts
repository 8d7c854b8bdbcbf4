import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError, sentence } from "../../kit/errors.ts";
import { humanBytes } from "../../kit/sizes.ts";
import { deviceStatus, type ServerStatus, whyUploadsWait } from "../contract.ts";
import { present } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";
import { aboutUploads } from "./recorder-config.ts";

const Server = z.object({
  recordings_count: z.number(),
  storage_free_bytes: z.number(),
  queued: z.number(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  transcriber: z.string(),
  ready: z.boolean(),
  summariser: z.string(),
});

export const recorderStatus = (recorder: Recorder) =>
  defineRead({
    name: "recorder_status",
    title: "Recorder status",
    description: "How devices and server are, with power, space and transcription jobs.",
    input: z.object({}),
    output: z.object({
      devices: z.array(
        z.object({ name: z.string(), ...deviceStatus.shape, uploads_wait: z.string().optional() }),
      ),
      server: Server.optional(),
      absent: z.array(z.object({ name: z.string(), why: z.string() })),
    }),
    async run(_args, { signal }) {
      const absent: { name: string; why: string }[] = [];
      const or = (name: string) => (thrown: unknown) => {
        if (!(thrown instanceof HubError)) throw thrown;
        absent.push({ name, why: sentence(thrown) });
        return undefined;
      };
      const [server, ...devices] = await Promise.all([
        recorder.server.status(signal).then(serverOf).catch(or("server")),
        ...recorder.deviceNames.map(async (name) => {
          const { client } = recorder.device(name);
          const [status, config] = await Promise.all([
            client.status(signal).catch(or(name)),
            client.config(signal).catch(() => undefined),
          ]);
          return (
            status && {
              name,
              ...status,
              ...present({ uploads_wait: config && whyUploadsWait(config) }),
            }
          );
        }),
      ]);
      const there = devices.filter((one) => one !== undefined);
      return { devices: there, ...present({ server }), absent };
    },
    tell({ devices, server, absent }) {
      const lines = devices.map(
        (one) =>
          `The device ${one.name} is ${one.state}: ${counted(one.recordings_count)}, ${humanBytes(one.storage_free_bytes)} free, ${power(one)}.${aboutUploads(one.uploads_wait)}`,
      );
      if (server)
        lines.push(
          `The server has ${counted(server.recordings_count)} and ${humanBytes(server.storage_free_bytes)} free. Jobs: ${server.running} running, ${server.queued} queued, ${server.waiting} waiting, ${server.failed} failed.`,
          server.ready
            ? `Transcribed by ${server.transcriber}.`
            : `Nothing is transcribed: ${server.transcriber}`,
        );
      return { say: [...lines, ...absent.map(({ why }) => why)].join("\n") };
    },
  });

function serverOf({ jobs, transcriber, summariser, ...status }: ServerStatus) {
  const { queued, waiting, running, failed } = jobs;
  return {
    recordings_count: status.recordings_count,
    storage_free_bytes: status.storage_free_bytes,
    queued,
    waiting,
    running,
    failed,
    transcriber: transcriber.model ?? transcriber.reason ?? "no speech engine.",
    ready: transcriber.model !== null,
    summariser: summariser.model,
  };
}

const counted = (count: number) => (count === 1 ? "1 recording" : `${count} recordings`);

function power({ power: how, battery_pct: percent }: z.infer<typeof deviceStatus>): string {
  return percent === null ? how : `${how}, ${percent} %`;
}
