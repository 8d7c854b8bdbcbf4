// The package brings no types. Only what is used is declared, as its source has it.
declare module "node-record-lpcm16" {
  import type { ChildProcessByStdio } from "node:child_process";
  import type { Readable } from "node:stream";

  type Options = {
    sampleRate: number;
    channels: number;
    audioType: "raw";
    recorder: "sox" | "arecord";
    device?: string;
  };
  type Recording = {
    /** Spawned by the time `record` returns; nobody listens to its errors yet. */
    process: ChildProcessByStdio<null, Readable, Readable>;
    /** The same as `process.stdout`; its `error` event carries a string, for every exit status but 0. */
    stream: () => Readable;
  };
  const library: { record: (options: Options) => Recording };
  export default library;
}
