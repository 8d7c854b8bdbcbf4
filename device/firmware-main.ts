import type { DeviceChoice } from "./run-device.ts";
import { runDevice } from "./run-device.ts";

// What runs out of a slot: `ota/supervise.ts` starts it, `.ci/make-firmware.mjs` makes an image of it.

declare const FIRMWARE_VERSION: string;

const choice = JSON.parse(process.env.OUTPOST_DEVICE ?? "") as DeviceChoice; // as the supervisor wrote it
const { stdout } = process;
const clear = stdout.isTTY ? "\r\u001b[K" : "";

process.exitCode = await runDevice(choice, FIRMWARE_VERSION, {
  screen: {
    line: (text) => void stdout.write(`${clear}${text}\n`),
    meter: (text) => void (stdout.isTTY && stdout.write(`${clear}${text}`)),
  },
  stopped: () =>
    new Promise((resolve) => {
      process.on("SIGINT", () => resolve(130));
      process.on("SIGTERM", () => resolve(0));
      // Without the one who started it nobody would restart it.
      process.on("disconnect", () => resolve(0));
    }),
  ready: (url) => process.send?.({ url }),
});
process.exit();
