import { rm } from "node:fs/promises";
import { openDevice } from "../device/open-device.ts";
import { toneSource } from "../device/source/tone.ts";
import { openRecorderServer } from "../server/recorder/create-recorder-server.ts";
import { scripted } from "../server/recorder/server.fixture.ts";
import { DEFAULTS } from "../server/recorder/settings.ts";
import { HubError } from "../tools/kit/errors.ts";
import { deviceOpenApi, serverOpenApi } from "../tools/recorder/surface/openapi/openapi.ts";
import { type FuzzPart, fuzz } from "./fuzz-run.ts";
import { type FuzzResult, fuzzSurface } from "./recorder/fuzz-surface.ts";
import { temporary } from "./recorder/temporary.ts";

/** What went wrong inside is told with its cause; what only failed is not. */
const report = (thrown: unknown): void => {
  if (HubError.from(thrown).problem === "bug") console.error(thrown);
};

// `npx tsx .ci/fuzz-recorder.ts SECONDS [SEED]`: requests made from the OpenAPI to every endpoint of a served device,
// then of a served server.
const device: FuzzPart<FuzzResult> = async (run) => {
  const shelf = temporary("fuzz");
  // On battery nothing is uploaded, wherever the config points.
  const opened = await openDevice({
    shelf,
    source: toneSource(),
    version: "1.2.3",
    port: 0,
    leastFreeBytes: 0,
    power: "battery",
    report,
  });
  try {
    const surface = { url: opened.url, token: opened.newToken ?? "", api: deviceOpenApi() };
    return await fuzzSurface(surface, run);
  } finally {
    await opened.close();
    await rm(shelf, { recursive: true, force: true });
  }
};

const server: FuzzPart<FuzzResult> = async (run) => {
  const folder = temporary("fuzz");
  const opened = await openRecorderServer(
    { ...DEFAULTS, version: "1.2.3", requestsPerMinute: 0, folder, port: 0 },
    { transcriber: scripted(), report },
  );
  try {
    const { secret } = await opened.parts.keys.create("fuzz", "write");
    const { url } = await opened.listen();
    return await fuzzSurface({ url, token: secret, api: serverOpenApi() }, run);
  } finally {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  }
};

await fuzz("fuzz of the recorder", { device, server }, ({ requests, byStatus }) => {
  const statuses = [...byStatus].sort(([a], [b]) => a - b).map((each) => each.join(" × "));
  return `${requests} requests (${statuses.join(", ")})`;
});
