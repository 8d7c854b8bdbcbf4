import { jsonOrNothing } from "../../../tools/kit/json.ts";
import { peaks } from "../../../tools/recorder/audio/peaks.ts";
import { type Waveform, waveform } from "../../../tools/recorder/contract.ts";
import { noSuchRecording } from "../../../tools/recorder/surface/failure.ts";
import { idOf } from "../../../tools/recorder/surface/shared-routes.ts";
import type { Api } from "../http/routes.ts";
import { whileThere } from "../http/while-there.ts";
import type { Storage } from "../storage/storage.ts";

const FILE = "waveform.json";
/** As many steps as a wide screen has use for. */
const STEPS = 800;

/** `GET /recordings/{id}/waveform`: 800 steps of lowest and highest samples, from -1 to 1. Made once and kept. */
export function addWaveform(api: Api, { metadata, blobs }: Storage): void {
  const making = new Map<string, Promise<Waveform>>();
  const make = async (id: string, audio: string) => {
    const path = await blobs.fileOf(id, audio);
    if (path === undefined) throw noSuchRecording();
    const made = await peaks(path, STEPS);
    // Without it the next request computes it anew.
    await blobs.put(id, FILE, JSON.stringify(made)).catch(() => undefined);
    return made;
  };
  api.get("/recordings/:id/waveform", async (context) => {
    const id = idOf(context.req.param("id"));
    const record = await metadata.get(id);
    if (!record) throw noSuchRecording();
    const before = waveform.safeParse(jsonOrNothing((await blobs.read(id, FILE)) ?? "")).data;
    if (before) return context.json(before);
    const made = making.get(id) ?? make(id, record.audio).finally(() => making.delete(id));
    making.set(id, made);
    return whileThere(id, metadata, async () => context.json(await made));
  });
}
