import type { System } from "./system.ts";

export const recorder = {
  name: "recorder",
  isSetUp: (settings) =>
    [
      settings.RECORDER_DEVICE_URL,
      settings.RECORDER_DEVICE_TOKEN,
      settings.RECORDER_DEVICES,
      settings.RECORDER_SERVER_URL,
      settings.RECORDER_SERVER_KEY,
    ].some((one) => one !== undefined),
  mode({ RECORDER_ALLOW_WRITES, RECORDER_ALLOW_DESTRUCTIVE }) {
    if (!RECORDER_ALLOW_WRITES) return "read-only";
    return RECORDER_ALLOW_DESTRUCTIVE ? "destructive" : "writes";
  },
  open: async (settings, shared) => {
    const { openRecorder } = await import("./open-recorder.ts");
    return openRecorder(settings, shared);
  },
  health: {
    server: "outpost-recorder",
    name: "recorder",
    tool: "recorder_status",
    read(data) {
      const devices = Array.isArray(data?.devices) ? data.devices : [];
      const absent = Array.isArray(data?.absent) ? data.absent.length : 0;
      const isRecording = JSON.stringify(devices).includes('"state":"recording"');
      const words = isRecording ? "recording" : "up";
      if (absent === 0) return { state: "healthy", words };
      return { state: "degraded", words: `${words}, ${absent} not answering` };
    },
  },
  check: async function* (settings) {
    const { checkRecorder } = await import("../doctor/check-recorder.ts");
    yield* checkRecorder(settings);
  },
  setUp: async (terminal, world) => {
    const { setUpRecorder } = await import("../setup-recorder.ts");
    return setUpRecorder(terminal, world);
  },
  operator: async () => (await import("../operator/recorder/index.ts")).RECORDER,
} satisfies System;
