import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type DeviceSettings, openDevice } from "./open-device.ts";
import type { News } from "./recorder.ts";
import { toneSource } from "./source/tone.ts";

/** A folder that goes with the test. */
export async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-device-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A device on a free port of loopback that hears a tone, and one who asks it things. */
export async function startDevice(t: TestContext, more: Partial<DeviceSettings> = {}) {
  const shelf = more.shelf ?? (await temporary(t));
  const waiting: { type: News["type"]; resolve: () => void }[] = [];
  const device = await openDevice({
    shelf,
    source: toneSource(),
    version: "1.2.3",
    port: 0,
    leastFreeBytes: 0,
    tell: (news) => {
      for (const each of waiting.splice(0))
        if (each.type === news.type) each.resolve();
        else waiting.push(each);
    },
    ...more,
  });
  t.after(device.close);
  const token = device.newToken ?? "";
  const ask = (path: string, init: RequestInit & { token?: string | null } = {}) => {
    const headers = new Headers(init.headers);
    const as = init.token === undefined ? token : init.token;
    if (as !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${as}`);
    return fetch(`${device.url}${path}`, { ...init, headers });
  };
  const api = (path: string, init: Parameters<typeof ask>[1] = {}) => ask(`/api/v1${path}`, init);
  return {
    device,
    shelf,
    token,
    ask,
    api,
    get: (path: string) => api(path),
    post: (path: string) => api(path, { method: "POST" }),
    put: (body: unknown, init: Parameters<typeof ask>[1] = {}) =>
      api("/device/config", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...init,
      }),
    /** Resolves at the next news of this kind. */
    told: (type: News["type"]) => new Promise<void>((resolve) => waiting.push({ type, resolve })),
  };
}
