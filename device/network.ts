import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { DeviceStatus } from "../tools/recorder/contract.ts";

export type Network = Pick<DeviceStatus, "wifi_connected" | "ip">;

type Interfaces = ReturnType<typeof networkInterfaces>;

/** The address others reach this machine at, and whether one of its radios is connected. `root` stands in for / in tests. */
export async function readNetwork(
  root = "/",
  interfaces: Interfaces = networkInterfaces(),
): Promise<Network> {
  const outward = Object.entries(interfaces).flatMap(([name, addresses]) =>
    (addresses ?? []).filter(({ internal }) => !internal).map((address) => ({ name, ...address })),
  );
  const own =
    outward.find(({ family }) => family === "IPv4") ??
    outward.find(({ address }) => !address.startsWith("fe80:"));
  const radios = [...new Set(outward.map(({ name }) => name))].filter((name) =>
    existsSync(join(root, "sys/class/net", name, "wireless")),
  );
  const up = await Promise.all(radios.map((name) => isUp(root, name)));
  return { wifi_connected: up.includes(true), ip: own?.address ?? null };
}

async function isUp(root: string, name: string): Promise<boolean> {
  const state = await readFile(join(root, "sys/class/net", name, "operstate"), "utf8").catch(
    () => "",
  );
  return state.trim() === "up";
}
