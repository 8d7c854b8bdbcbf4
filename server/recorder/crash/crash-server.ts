// A server that is made to be killed: `node --import tsx crash-server.ts FOLDER`. Prints its address and a key as JSON.
// What it hears is scripted, so that no engine is needed; each run takes a few milliseconds, so that kills meet it.
import { setTimeout as pause } from "node:timers/promises";
import { openRecorderServer } from "../create-recorder-server.ts";
import { DEFAULTS } from "../settings.ts";

const [folder = ""] = process.argv.slice(2);
const server = await openRecorderServer(
  { ...DEFAULTS, folder, version: "0.0.0", port: 0, requestsPerMinute: 0 },
  {
    transcriber: {
      id: "scripted",
      check: async () => ({ state: "ready" }),
      async transcribe(_path, { signal }) {
        await pause(5, undefined, { signal });
        return {
          language: "en",
          model: "scripted",
          segments: [{ start: 0, end: 1, text: "hello" }],
        };
      },
    },
  },
);
const { secret } = await server.parts.keys.create("crash", "write");
const { url } = await server.listen();
process.stdout.write(`${JSON.stringify({ url, secret })}\n`);
