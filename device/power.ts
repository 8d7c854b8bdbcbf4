import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceStatus } from "../tools/recorder/contract.ts";

export type Power = Pick<DeviceStatus, "power" | "battery_pct">;

/**
 * How the machine is powered, as Linux says it below /sys/class/power_supply. A machine without a battery, or whose
 * system says nothing of one, is `powered`. `root` stands in for / in tests.
 */
export async function readPower(root = "/"): Promise<Power> {
  const folder = join(root, "sys/class/power_supply");
  const names = await readdir(folder).catch(() => []);
  const supplies = await Promise.all(names.map((name) => readSupply(join(folder, name))));
  // A mouse has a battery, too; what feeds the machine has no scope, or the scope System.
  const own = supplies.filter(({ scope }) => scope !== "device");
  const battery = own.find(({ type }) => type === "battery");
  if (!battery) return { power: "powered", battery_pct: null };
  const plugged = own.some(({ type, online }) => type !== "battery" && online === "1");
  const percent = Math.round(Number(battery.capacity));
  const isKnown = battery.capacity !== "" && percent >= 0 && percent <= 100;
  return { power: powerOf(battery.status, plugged), battery_pct: isKnown ? percent : null };
}

function powerOf(status: string, plugged: boolean): Power["power"] {
  if (status === "charging") return "charging";
  if (status === "discharging") return "battery";
  // Full, held at a limit, or not told.
  return plugged || status === "full" ? "powered" : "battery";
}

async function readSupply(folder: string) {
  const read = (name: string) =>
    readFile(join(folder, name), "utf8").then(
      (text) => text.trim().toLowerCase(),
      () => "",
    );
  const [type, online, status, capacity, scope] = await Promise.all(
    ["type", "online", "status", "capacity", "scope"].map(read),
  );
  return {
    type: type ?? "",
    online: online ?? "",
    status: status ?? "",
    capacity: capacity ?? "",
    scope: scope ?? "",
  };
}
