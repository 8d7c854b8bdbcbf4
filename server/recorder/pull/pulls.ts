import { createDeviceClient } from "../../../tools/recorder/client/device-client.ts";
import type { LineWorld } from "../../../tools/recorder/client/line.ts";
import { type Pull, pullRequest } from "../../../tools/recorder/contract.ts";
import { RecorderFailure, toFailure } from "../../../tools/recorder/surface/failure.ts";
import { readJson } from "../../../tools/recorder/surface/read-json.ts";
import type { Api } from "../http/routes.ts";
import { prunePulls } from "./prune-pulls.ts";
import { type PullWorld, pullDevice } from "./pull-device.ts";

export type Pulls = {
  /** Begins, or joins the one that runs. Throws `not_found` for a name that is not in the settings. */
  begin: (device: string) => Pull;
  last: (device: string) => Pull | undefined;
  names: string[];
  /** Removes what was broken off a week ago or longer; each pull does so as well. The number of files. */
  prune: () => Promise<number>;
  /** Resolves when none runs. */
  idle: () => Promise<void>;
};

type World = PullWorld & {
  /** By the names in the settings: addresses come from the operator alone. */
  devices: ReadonlyMap<string, LineWorld>;
  closing: AbortSignal;
  now: () => Date;
};

/** Fetches from devices over the network, one at a time from each. */
export function createPulls(world: World): Pulls {
  const { devices, closing, now } = world;
  const pulls = new Map<string, Pull>();
  const running = new Map<string, Promise<void>>();

  const prune = () => prunePulls(world.folder, now().getTime());

  async function run(name: string, where: LineWorld): Promise<void> {
    const update = (change: Partial<Pull>) => {
      const before = pulls.get(name);
      if (before) pulls.set(name, { ...before, ...change });
    };
    try {
      await prune();
      const device = createDeviceClient(where);
      const count = await pullDevice(device, world, closing, (so) => update({ ...so }));
      update({ ...count, state: "done", ended_at: now().toISOString() });
    } catch (thrown) {
      const { message, advice } = toFailure(thrown);
      const reason = advice === undefined ? message : `${message} ${advice}`;
      update({ state: "failed", reason, ended_at: now().toISOString() });
    } finally {
      running.delete(name);
    }
  }

  return {
    names: [...devices.keys()],
    prune,
    last: (device) => pulls.get(device),
    begin(device) {
      const where = devices.get(device);
      if (!where) throw noSuchDevice(devices);
      const before = pulls.get(device);
      if (before && running.has(device)) return before;
      const begun: Pull = {
        device,
        state: "running",
        seen: 0,
        fetched: 0,
        known: 0,
        failures: [],
        reason: null,
        started_at: now().toISOString(),
        ended_at: null,
      };
      pulls.set(device, begun);
      running.set(device, run(device, where));
      return begun;
    },
    async idle() {
      await Promise.all(running.values());
    },
  };
}

/** Begins a pull with 202, and tells of the last one of each device. */
export function addPulls(api: Api, pulls: Pulls): void {
  api.post("/pull", async (context) => {
    const { device } = await readJson(pullRequest, context.req.raw);
    return context.json(pulls.begin(device), 202);
  });
  api.get("/pull/:device", (context) => {
    const name = context.req.param("device");
    const last = pulls.last(name);
    if (last) return context.json(last);
    throw new RecorderFailure("not_found", "Nothing was pulled from a device of this name.", {
      detail: `Known here: ${pulls.names.join(", ") || "none"}.`,
    });
  });
}

function noSuchDevice(devices: ReadonlyMap<string, LineWorld>): RecorderFailure {
  const names = [...devices.keys()].join(", ");
  return new RecorderFailure("not_found", "There is no device of this name in the settings.", {
    detail: names ? `Known here: ${names}.` : "Add one with `outpost setup recorder`.",
  });
}
