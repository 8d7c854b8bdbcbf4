import type { Environment } from "../config/places.ts";
import type { Fixed } from "../config/read.ts";
import type { ListenSettings, Nearby } from "./find-recorders.ts";
import type { Terminal } from "./terminal.ts";

/** What a command has of the process it runs in. Only the entry makes one from `process`; tests make their own. */
export type World = {
  env: Environment;
  cwd: string;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  now: () => Date;
  /** The terminal of the person, past any redirection. Rejects with HubError `not-allowed` where there is none. */
  openTerminal: () => Promise<Terminal>;
  /** Recorders and their servers on this machine and on the local network; looking takes a moment. */
  findRecorders?: (settings: ListenSettings) => Promise<Nearby>;
  /** `--env-file`, from the command line. */
  envFile?: string;
  /** In the demo: settings that nothing overrides, because the systems behind them are simulated. Starts them. */
  fixed?: () => Promise<Fixed>;
  /** In the demo: what a browser can open while it runs. */
  places?: () => Promise<readonly Place[]>;
};

/** A page for a browser: "dashboard", its address, and the key that it asks for. */
export type Place = { name: string; url: string; key?: string };

export function print(world: World, text: string): void {
  world.stdout.write(`${text}\n`);
}
