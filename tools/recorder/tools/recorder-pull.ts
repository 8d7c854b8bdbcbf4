import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { shortText } from "../../kit/inputs.ts";
import { quoted } from "../../kit/untrusted.ts";
import type { Pull } from "../contract.ts";
import { present } from "../outputs.ts";
import type { Recorder } from "../recorder.ts";
import { planned, sendOnce } from "../sending.ts";
import { pausing } from "../wait.ts";

const Pulled = z.object({
  device: z.string(),
  state: z.string(),
  seen: z.number(),
  fetched: z.number(),
  known: z.number(),
  failed: z.number(),
  reason: z.string().optional(),
});

export const recorderPull = (recorder: Recorder) =>
  defineWrite({
    name: "recorder_pull",
    title: "Pull from a device",
    description: "Have the server fetch a device's recordings, which it then transcribes.",
    effect: "changes",
    input: z.object({
      device: shortText(64).optional().describe("Device in the server's settings"),
    }),
    output: Pulled,

    async plan({ device: wanted }, { signal }) {
      const { devices } = await recorder.server.status(signal);
      const name = wanted ?? devices[0];
      if (name === undefined || !devices.includes(name))
        throw new HubError("not-found", `The server knows no device ${quoted(name ?? "")}.`, {
          advice:
            "The server's operator names devices with address and token in RECORDER_DEVICES_FILE.",
          alternatives: devices,
        });
      return {
        sentence: `Fetch the recordings of the device ${name} to the server.`,
        target: { kind: "device", name },
        requests: [
          planned({
            title: `fetch the recordings of ${name}`,
            method: "POST",
            path: `/server/pull/${name}`,
            effect: "changes",
            place: recorder.server.place,
          }),
        ],
        facts: [],
        bound: { device: name },
      };
    },

    send: (request, permit, { signal }) =>
      sendOnce(request, permit, () =>
        recorder.server.startPull(request.path.split("/")[3] ?? "", signal),
      ),

    async check(_args, sent, call) {
      const { signal, waitSeconds } = call;
      const name = sent[0]?.request.path.split("/")[3] ?? "";
      const until = Date.now() + waitSeconds * 1000;
      let now = await recorder.server.pull(name, signal);
      while (now.state === "running" && Date.now() < until) {
        call.progress({ done: now.fetched + now.known, total: now.seen, message: `from ${name}` });
        await pausing(500, signal);
        now = await recorder.server.pull(name, signal);
      }
      return pulled(now);
    },

    tell({ device: name, state, seen, fetched, known, failed, reason }) {
      const counts = `${fetched} fetched, ${known} there already, ${failed} failed, of ${seen}`;
      if (state === "running") return { say: `Still fetching from ${name}: ${counts}.` };
      const end = state === "done" ? `Fetched from ${name}` : `Fetching from ${name} failed`;
      return { say: `${end}: ${counts}.`, ...present({ data: reason }) };
    },
  });

const pulled = ({ device, state, seen, fetched, known, failures, reason }: Pull) => ({
  device,
  state,
  seen,
  fetched,
  known,
  failed: failures.length,
  ...present({ reason: reason ?? failures[0]?.error }),
});
