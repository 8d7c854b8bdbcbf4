import { readFileSync } from "node:fs";

/** How many files the system lets this process have open; undefined where it does not say so. */
export function mostOpenFiles(): number | undefined {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const most = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return most === undefined ? undefined : Number(most);
  } catch {
    return undefined;
  }
}
