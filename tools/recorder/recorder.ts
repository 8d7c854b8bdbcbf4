import { HubError } from "../kit/errors.ts";
import type { PathRules } from "../kit/path-rules.ts";
import { quoted } from "../kit/untrusted.ts";
import { createDeviceClient, type DeviceClient } from "./client/device-client.ts";
import type { LineWorld } from "./client/line.ts";
import { createServerClient, type ServerClient } from "./client/server-client.ts";
import { type Files, openFiles } from "./files.ts";

export type RecorderSettings = {
  /** Devices by their name; the first is meant where none is named. */
  devices: ReadonlyMap<string, LineWorld>;
  server: LineWorld;
  /** Folders in which files may be read and written by a tool; without any, none. */
  folders: readonly string[];
  paths: PathRules;
};

type Device = { name: string; client: DeviceClient };

/** A recorder's devices, its server, and the files that may pass between them and this machine. */
export type Recorder = {
  /** Throws HubError `not-found` for a name that the settings do not have. */
  device: (name?: string) => Device;
  deviceNames: readonly string[];
  server: ServerClient;
  files: Files;
  /** Throws HubError `not-allowed` for an object that the operator's path rules hide. */
  mustShow: (path: string) => void;
  shows: (path: string) => boolean;
};

/** Throws HubError `bad-input` for an address that is none. */
export function createRecorder({ devices, server, folders, paths }: RecorderSettings): Recorder {
  const names = [...devices.keys()];
  const clients = new Map<string, DeviceClient>();
  for (const [name, world] of devices) clients.set(name, createDeviceClient(world));
  return {
    deviceNames: names,
    server: createServerClient(server),
    files: openFiles(folders),
    shows: (path) => paths.shows(path),
    mustShow(path) {
      const refused = paths.refuse([path]);
      if (refused) throw refused;
    },
    device(name = names[0] ?? "") {
      const client = clients.get(name);
      if (client) return { name, client };
      throw new HubError("not-found", `There is no device ${quoted(name)} in the settings.`, {
        alternatives: names,
      });
    },
  };
}
