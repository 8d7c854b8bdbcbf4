import * as contract from "../contract.ts";
import { createLine, type LineWorld } from "./line.ts";
import { sharedClient } from "./shared-client.ts";
import { fileBody } from "./upload.ts";

export type DeviceClient = ReturnType<typeof createDeviceClient>;

/** A recorder, as its callers see it. */
export function createDeviceClient(world: LineWorld) {
  const line = createLine("device", world);
  return {
    ...sharedClient(line),
    status: (signal: AbortSignal) =>
      line.json(contract.deviceStatus, { path: "/device", statuses: [200] }, signal),
    config: (signal: AbortSignal) =>
      line.json(contract.deviceConfig, { path: "/device/config", statuses: [200] }, signal),
    /** The contract does not say what comes back; read it with `config`. */
    async updateConfig(update: contract.DeviceConfigUpdate, signal: AbortSignal): Promise<void> {
      const body = JSON.stringify(update);
      const path = "/device/config";
      const answer = await line.send({ method: "PUT", path, body, statuses: [200, 204] }, signal);
      await answer.body?.cancel();
    },
    start: (signal: AbortSignal) =>
      line.json(
        contract.recording,
        { method: "POST", path: "/record/start", statuses: [200] },
        signal,
      ),
    stop: (signal: AbortSignal) =>
      line.json(
        contract.recording,
        { method: "POST", path: "/record/stop", statuses: [200] },
        signal,
      ),
    /** A firmware image from a file; resolves when the device has accepted it. */
    async updateFirmware(file: string, signal: AbortSignal): Promise<void> {
      const headers = { "content-type": "application/octet-stream" };
      const body = fileBody(file);
      const answer = await line.send(
        { method: "POST", path: "/ota", headers, body, statuses: [202] },
        signal,
      );
      await answer.body?.cancel();
    },
  };
}
